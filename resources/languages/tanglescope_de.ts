<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>English</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>1,234.5</source>
        <translation>1.234,5</translation>
    </message>
    <message>
        <source>n != 1</source>
        <translation>n != 1</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>under an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>under a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>under a week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is empty. It is followed, in case somebody writes to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close what stands beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stood beside is no longer here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the sample of a gr&amp;oup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import archives …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bad records …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unlock private messages …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read &amp;group keys …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter group ke&amp;ys …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep private text …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export my own feed …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Publish in another feed …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish in &amp;my own feed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message &amp;id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ind in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To what it &amp;answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To what answers &amp;it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of this a&amp;uthor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mentions of m&amp;e</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next &amp;thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre&amp;vious thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on in a new ta&amp;b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close this tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To what is &amp;new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To what has &amp;moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;arger letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Smaller letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Usual letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One &amp;line a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show la&amp;nes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lane for each auth&amp;or</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light past and &amp;future</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A second timeline &amp;beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change s&amp;ides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the &amp;other side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Preferences …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Hints for newcomers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a &amp;command …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Tanglescope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous, next message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space, Page down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A screen further</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Space, Page up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A screen back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the beginning, to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what a message warns of, or hide it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+↑ ↓, Shift+click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a range of messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+click, Ctrl+A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one more, choose all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the reply back to the timeline; undo while it waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Return, middle button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the list: open the thread in a new tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the list: open the thread beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a table: sort by that column, once more the other way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From filter to threads to timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a cause, to an effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Along the same rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl and the arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move over the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closer, farther away, everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter, double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what is near a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what is in a box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been published from here yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} can&apos;t be written: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages of your own written to {file}</source>
        <comment>{n:,} message of your own written to {file}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>missing message {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope: {error}. The trace is in {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed by feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shuffled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Tanglescope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads and debugs tangles: threads in an order that is right.
MIT license.

{others}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish in the feed of another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence that says that you understand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish in that feed, or don&apos;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have confirmed that before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This database knows no message of that feed. Whatever is published now would be its first message for the second time, a fork for certain. Import first what the feed has published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>This database knows {n:,} messages of that feed, one after the other from the first on. If there are more anywhere, import them first. Then type this sentence: {sentence}.</source>
        <comment>This database knows {n:,} message of that feed, one after the other from the first on. If there are more anywhere, import them first. Then type this sentence: {value}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Why not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open an archive or a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import archives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the secret file of your identity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file with keys of groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export your own feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope. What you see may be incomplete; your messages are safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope the last time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the report. It stays on this machine. If you give it to somebody, read it first: it may hold words of messages. Secret keys and the name of your home folder were taken out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do with the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG, a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture that stays sharp at any size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG, a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture for everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A flowchart as text, as the tangles specification draws.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graph as text, for dot and its kin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the messages say, in their order, for programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NDJSON, an archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The messages as they were signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter group keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys of groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 bytes in base64; several with spaces between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the messages of the groups, or don&apos;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys stay in memory until you quit; they are never written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong with the keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archives are log.offset, log.bipf or JSON exports, also compressed ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What suits their size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read before: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{why}
Until then all is done in one process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records, kept in the quarantine</source>
        <comment>{n:,} bad record, kept in the quarantine</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archives to import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who does it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the import is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bad records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show bad records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bad records by what is wrong with them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done by</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} records checked</source>
        <comment>{n:,} record checked</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{number:,.0f} a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. What was checked is kept, and the same import goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} new messages can be read already.</source>
        <comment>{n:,} new message can be read already.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} new messages, {messages:,} in all.</source>
        <comment>{n:,} new message, {messages:,} in all.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Keep private text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What private messages say can be written into the database, without encryption: those that are open now, and those that you open later. You can read them without your key then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So can everybody who gets at this file, or at a copy of it:
{database}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keys are never written. The same command removes the text again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the text, or don&apos;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open this address in the browser?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no address of the web.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands that fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command, key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One line a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph beside the messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lane for each author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Past and future of the chosen message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hints for newcomers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language changes when Tanglescope is started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of letters, in points more or less than usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> points from usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These records of your archives could not be used. They are kept as they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every record that was read could be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The record as it was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to export it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen messages ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the diagram shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The open thread and the one beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads and the open one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The import has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps every rule, and its feed reaches it without a hole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is good by itself, but an earlier message of its feed is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is good by itself, but its feed also went on in another way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unverified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file lost a character of it, so nobody can check it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It breaks a rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other messages name it, but nobody here has seen it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside the held message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes after ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tips it saw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is followed by ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Links out of the thread ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{position:,} of {events:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rank:,} on the longest path from a root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time}, says the author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The author gave no time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least {ahead} ahead: it came before it was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least {ahead} ahead: an answer came before it was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It claims to be {older} older than what it answers: one of the clocks is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It came {time} after that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>All of these: it joined {n:,} open ends that its author knew of.</source>
        <comment>What it comes after was the only open end that its author knew of.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} others of its causes came before.</source>
        <comment>{n:,} other of its causes came before.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Neither author knew of the other&apos;s message: nobody can know who was first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This one came surely after the held one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This one came surely before the held one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} signed steps prove it:</source>
        <comment>{n:,} signed step proves it:</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>and {more:,} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that is known here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can&apos;t be checked: the file lost what was signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the hash of the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not its hash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fits: the author signed exactly this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not fit by itself: a network with a key of its own signs otherwise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private messages are open; what they say is kept in the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private messages are open until you quit; nothing of them is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The text of {n:,} private messages is kept from now on.</source>
        <comment>The text of {n:,} private message is kept from now on.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No private text is kept any more; what is open stays open until you quit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} before ({missing:,} missing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} it did not know of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>among the {number:,} nearest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} does not exist, so there is nothing to read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[picture: {name}]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[picture]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no id</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>

… and {n:,} bytes more</source>
        <comment>

… and {n:,} byte more</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{why}.
{archive}, {place}, {size:,} bytes:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Missing message {key}, named by {n:,} messages here</source>
        <comment>Missing message {key}, named by {n:,} message here</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} causes</source>
        <comment>{n:,} cause</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no causes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} votes</source>
        <comment>{n:,} vote</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} threads</source>
        <comment>{n:,} thread</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} recent threads</source>
        <comment>{n:,} recent thread</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} feeds</source>
        <comment>{n:,} feed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} channels</source>
        <comment>{n:,} channel</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} mentioned feeds</source>
        <comment>{n:,} mentioned feed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Private: {called}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread without words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread whose beginning is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found: {asked}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mentions of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by {author}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of type {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since {since}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until {until}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{names} and {n:,} others</source>
        <comment>{names} and {n:,} other</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages</source>
        <comment>{n:,} message</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message that nobody here has seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message that the database no longer holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That message is not here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose who is mentioned; unlock private messages to say who you are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was read there is no longer here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages chosen</source>
        <comment>{n:,} message chosen</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong clocks over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{ahead:,} ahead, {behind:,} behind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ahead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>behind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose clocks were wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to learn whose clocks were wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the thread …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the comparison as SVG or JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the orders are apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to compare its orders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose two different orders or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ordering by {name} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing (*.svg);;Data (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An order, a plug-in, or module:function of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orders, and what is told of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edits of each arrival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{average:.2f} edits an arrival, {highest:,} at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · the report&apos;s model needs {report:.1f} with as many feeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>— {average:.2f} edits an arrival so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>┄ {report:.1f} in the report&apos;s model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{highest:,} at most{scale}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orders side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order {by}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines between two orders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole thread (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closer (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Farther away (-)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Near</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what is near the current message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps around chosen messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many steps around what is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let past and future stand out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide authors and types, fold runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages · Esc for the whole</source>
        <comment>{n:,} message · Esc for the whole</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source> · {hidden:,} hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No private group can be read here. Open the keys of a group with File, Read group keys; or open File, Open the sample of a group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which line is which tangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs and members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moments of the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of the group, epochs and members</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Now, after {n:,} messages</source>
        <comment>Now, after {n:,} message</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{number:,} of {all:,} · {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tangles of the group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every other epoch leads to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last epochs have the same members, and its key is the least.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its members are in the other last epochs, too, and those have more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last epochs have members that others lack, and its key is the least; a new epoch after it has to leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody is in all of the last epochs: they have become different groups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys of the last epochs decide, and not all of them are known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No epoch is known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins epoch {number:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{author} adds {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{author} excludes {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begun by {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that is known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The group as {author} knew it then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write in epoch {number}:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · preferred</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Members ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Has yet to be added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without knowing of each other:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{author} added {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{author} excluded {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set aside ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for {causes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map shows the latest {shown:,} of {all:,} messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is encrypted and no key here opens is not part of this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low:,} to {high:,}: {count:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before how many of the last messages; 0 for when you read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when I read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before the last </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have read this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take what is here now as read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to learn what of it has moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut by author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut by time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The second peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order of the first peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order of the second peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the first: {message}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the second: {message}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message {step:,} of {steps:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What went over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done:,} of at most {of:,} messages went over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They end in the same order, after {one:,} and {other:,} edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They end in two orders, after {one:,} and {other:,} edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} edits</source>
        <comment>{n:,} edit</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has gone over yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now both have the same order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each of the two knows at the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the thread the first one knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the older </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it to the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the other peer know the chosen message at the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and all of its author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the other peer know all of the author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen message, before they meet:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autobase: confirmed up to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ScuttleSort: settled up to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirmed: it keeps its place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quorum {degree}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages can still move</source>
        <comment>{n:,} message can still move</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>nothing can move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirmed: {number:,} · {rest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} of {all:,} confirmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages set aside</source>
        <comment>{n:,} message set aside</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>nothing is settled in the timeline: {who} answered without naming the own last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} settled in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held by {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before the first arrival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrival {number:,} of {all:,} — {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is set aside until its causes are here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo {number:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>apply {number:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages confirmed</source>
        <comment>{n:,} message confirmed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nothing confirmed, nor by {n:,} arrivals before</source>
        <comment>nothing confirmed, nor by {n:,} arrival before</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>nothing confirmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody votes, so nothing is ever confirmed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many of those who vote have written nothing: {who}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message that could be next has a rival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} messages could be next, and each has a rival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{which} that too many saw first: all write at once. Nothing is confirmed until somebody joins the rivals and a majority answers that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps its place, whatever arrives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can still move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its author has no vote: it is confirmed with the first message that follows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has all it needs, and comes out with what it must follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{lost:,} of {all:,} saw a rival before it, so it can&apos;t get {majority:,} acks: it waits for a message that joins the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has {acks:,} of {majority:,} acks that it needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A majority has acked it; {number:,} more must know of that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What those who vote say (a majority is {majority:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Concurrent, and moving too ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{told} and {more:,} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best rival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Votes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: no majority has voted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1′: a majority has voted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{degree}′ or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{degree}′: a majority knows of the {less}′</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acked it in “{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and knows that a majority did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives no ack: saw “{text}” first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has seen it, but has not acked it yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has not seen it, as far as is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everybody together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quorums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to see what of it is confirmed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} of {all:,} vote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a message to see who voted for it, and what it still lacks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message is set aside until its causes are here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message is not known at the moment that is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As known to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose writers and who of them votes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The thread as an Autobase orders it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Votes on the current message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dragged by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live, as it happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrival {step:,} of {steps:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What arrives, in this order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order after this arrival</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this arrival did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording: {done:,} of {of:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{steps:,} arrivals, {edits:,} edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} changes since you looked</source>
        <comment>{n:,} change since you looked</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has arrived yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} came into row {row:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages came</source>
        <comment>{n:,} message came</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a message to see when it moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The chosen message moved {n:,} times.</source>
        <comment>The chosen message moved once.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The chosen message never moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of what is random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>◂ Earlier move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the move of the chosen message before this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later move ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the next move of the chosen message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What arrives, and the order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May go on writing: the settled line reckons with more messages, and votes count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Votes: a majority of those who vote confirms messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relayed: only in the design text of Autobase; no implementation is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writers and who of them votes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of writers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what}: what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the latest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as a timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read all that was found as a timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words, an author, a type or a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages that were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words to search for in all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anybody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Author: a name, its beginning, or an id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From this day, month or year on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to and with this day, month or year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing wrong with the dates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is no date such as 2015, 2015-08 or 2015-08-01.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unti&amp;l</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added it at depth {depth:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deleted it at depth {depth:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is deeper in the tangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equally deep, its id is later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add wins over delete by {loser}, who did not know of it: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delete wins over add by {loser}, who did not know of it: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} of {whose}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item roots</source>
        <comment>{n:,} item root</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} items</source>
        <comment>{n:,} item</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>depth {depth:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{erasable:,} may be erased, {deletable:,} deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{items} would be in it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{items} would be gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its items would stand in another order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pruning now would change the set: {told}. What decided it would be forgotten, and what it decided against would stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins the set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>erased</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no set message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adds {items}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes {items}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before the first message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message {number:,} of {all:,}, depth {depth:,} — {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>erase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May be erased: its place stays, for proof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May be deleted, but its id is remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May be deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not mentioned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At this moment nobody has said anything of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is there since {by} added it at depth {depth:,}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not in the set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{who} deleted it at depth {depth:,}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Root of the feed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anyone can make it from the account and the name of the set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erased</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its data is gone; its place in the tangle stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No set message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its data has not what a set message has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Item root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No message supersedes it: it has to be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later messages took its place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supersedes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Superseded by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skips back to (lipmaa)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its author knew the set as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which changed nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>superseded by {n:,} messages</source>
        <comment>superseded by {n:,} message</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{key}, which is not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no set here. Sets come with the log of a pzp-db: open it like any archive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{item}, not in the set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an item to see its history, or a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Items; those that were deleted are struck through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages of the set in the order of pzp-db</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History of the item or message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Points of the tangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Items and messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deliveries by how many edits they took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the test found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An order is worth something if everybody who has the same messages gets the same one. The test delivers this thread in many orders and looks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after {number:,} deliveries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can&apos;t be tested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} of {all:,} delivered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is tested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the messages arrive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many orders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> orders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the first order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the shuffle test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the shuffle test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deliveries made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the command that does the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the case as a graph file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The thread in numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message that took longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics of the thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message that took {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>messages</source>
        <comment>message</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>participants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wide (one rank)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>at most {n:,} open ends at once</source>
        <comment>at most {n:,} open end at once</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Open ends, as one reads on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} others</source>
        <comment>{n:,} other</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Who wrote how much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written by {told}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written from {begin} to {end}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long they were on their way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on their way: {told}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of types: {told}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why here?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tangles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This thread has {order:,} messages; the panel looks into {value:,} at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below it: {label}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set aside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} set aside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} tips</source>
        <comment>{n:,} tip</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>tip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excluded: its recipe refuses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set aside: it names something that is no message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excluded: after {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set aside: waits for {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connected, rank {rank:,}, a tip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connected, rank {rank:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages of the tangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the message comes after, and what it waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No message here is in any tangle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tangle {name}: {extent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the tangles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by name, root or beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tangles, messages, one message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({why}, keeps it out)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It names something that is no message, so it will never connect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Player</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step back (,)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step forward (.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed:,} a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it came here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the message stands here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with another …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold this message and compare it with the next one chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now choose another message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a message to learn why it stands where it stands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a thread to pin it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture can&apos;t be painted. Export it as SVG instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is too large to be painted. Export it as SVG instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was open in this tab is no longer here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Monday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Friday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>January</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>February</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>March</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>April</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>June</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>July</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>August</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>September</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>October</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>November</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>December</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feb</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jul</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Aug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Oct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nov</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dec</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At a time that no calendar holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{weekday}, {day} {month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} years</source>
        <comment>{n:,} year</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} days</source>
        <comment>{n:,} day</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hours</source>
        <comment>{n:,} hour</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes</source>
        <comment>{n:,} minute</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} seconds</source>
        <comment>{n:,} second</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much has been read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop reading; what has been read stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the records that could not be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {name} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {name}: {how}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Following {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records</source>
        <comment>{n:,} bad record</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records: show</source>
        <comment>{n:,} bad record: show</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} new messages, {all:,} in all</source>
        <comment>{n:,} new message, {all:,} in all</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} records can&apos;t be used.</source>
        <comment>{n:,} record can&apos;t be used.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All are kept in File, Bad records; {n:,} messages could be read.</source>
        <comment>All are kept in File, Bad records; {n:,} message could be read.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands in the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message holds {most:,} characters; this is too much by far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>far too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} of {all:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of the signed message: {shown}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Signed in {n:,} seconds</source>
        <comment>Signed in {n:,} second</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Signing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as a new identity, made when you preview or publish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{who}
kept in {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new identity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your reply, in Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length, identity and what to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what will be signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign and publish the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Don&apos;t sign; go on with the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign and publish at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · {time} later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · {time} earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagram of the thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} effects</source>
        <comment>{n:,} effect</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Find in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words to find in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only the messages that were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hits</source>
        <comment>{n:,} hit</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A part of the thread, for reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,} hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No thread is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the current message knew of</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} authors</source>
        <comment>{n:,} author</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No message is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold linear &amp;runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({number:,})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide authors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lines beside the messages are the graph: from each message down to those that answer it. Where they fork, two people answered without knowing of each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a message: what its author did not know of is tinted. Press I to look into it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A hollow dot is a message that somebody names and nobody has here. When it comes, it takes its place, and what you read stays where it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space goes a screen further, J and K a message; P to what it answers, Alt+Left back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop archives on the window: they are checked, followed while they grow, and never changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+K finds every command by a few of its letters; F1 shows all keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hint: {hint}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the message before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All about the current message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the message as it was signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold this message against those looked at next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold this message: of the next ones it is said which came first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a message to look into it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As it was signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} causes far above: click to go there</source>
        <comment>{n:,} cause far above: click to go there</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} effects far below: click to go there</source>
        <comment>{n:,} effect far below: click to go there</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Overview of the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{new:,} new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{moved:,} moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}: show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview of the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply as it will look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What exactly will be signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Spark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge feeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages of the import: {stage}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages of the import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted for other eyes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages name it</source>
        <comment>one message names it</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Missing message {key}… — {who}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by words or names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many match the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to choose from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All messages of all feeds in one timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shelf}, as far as they match the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in a new &amp;tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin above the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply will come after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After {told}: go there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a tangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop an archive here: log.offset, log.bipf or a JSON export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open an archive …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill the window with this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An earlier message of this feed is missing, so the chain can&apos;t be checked here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This feed continues in two ways; this message is on a second branch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unverified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file doesn&apos;t hold enough to check this message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>[{name}, {n:,} times]</source>
        <comment>[{name}]</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Encrypted message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content warning: {warning}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,.0f} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,.0f} kB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,.0f} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number:,.1f} GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{told} and {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>likes {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer likes {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flags {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>follows {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer follows {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer blocks {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names {about} “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>titles {about} “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>will not come to {about}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>will come to {about}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sets the time of {about}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>places {about} at {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives {about} a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>describes {about}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsubscribes from {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subscribes to {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>announces the pub {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls a gathering “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer tags {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tags {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes the git repository {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins an epoch of a private group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adds {people} to a private group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excludes {people} from a private group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins the feed “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrote something in “{name}” that was erased</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>a list of {n}</source>
        <comment>a list of {n}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The import ended in the middle of its work ({how}). What was checked is kept: start it again, and it goes on where it stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{archive} can&apos;t be read any more: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that works things out for the debugger has ended; ask again to start anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was signed, because you left the thread. The draft is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you publish is signed with the identity that is made here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have an identity now. Its secret is kept in {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

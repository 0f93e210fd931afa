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
        <translation>unter einer Minute</translation>
    </message>
    <message>
        <source>under an hour</source>
        <translation>unter einer Stunde</translation>
    </message>
    <message>
        <source>under a day</source>
        <translation>unter einem Tag</translation>
    </message>
    <message>
        <source>under a week</source>
        <translation>unter einer Woche</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>Seiten tauschen</translation>
    </message>
    <message>
        <source>Close the second timeline</source>
        <translation>Die zweite Zeitleiste schließen</translation>
    </message>
    <message>
        <source>There is only one timeline. View &gt; Second timeline opens another.</source>
        <translation>Es gibt nur eine Zeitleiste. Ansicht &gt; Zweite Zeitleiste daneben öffnet noch eine.</translation>
    </message>
    <message>
        <source>What the second timeline showed is no longer here.</source>
        <translation>Was in der zweiten Zeitleiste offen war, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Collection</source>
        <translation>Samml&amp;ung</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>&amp;Nachricht</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>B&amp;ereiche</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Private messages</source>
        <translation>Private Nachrichten</translation>
    </message>
    <message>
        <source>My own feed</source>
        <translation>Mein eigener Feed</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>Its author</source>
        <translation>Autor der Nachricht</translation>
    </message>
    <message>
        <source>Parts of the window</source>
        <translation>Teile des Fensters</translation>
    </message>
    <message>
        <source>Lanes and highlights</source>
        <translation>Spuren und Hervorhebungen</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open a &amp;folder…</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open the samp&amp;le of a group</source>
        <translation>Beispiel einer &amp;Gruppe öffnen</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren …</translation>
    </message>
    <message>
        <source>Export as web page…</source>
        <translation>Als Webseite exportieren …</translation>
    </message>
    <message>
        <source>Export all as web pages…</source>
        <translation>Alles als Webseiten exportieren …</translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation>Als PDF exportieren …</translation>
    </message>
    <message>
        <source>Picture of the timeline…</source>
        <translation>Bild der Zeitleiste …</translation>
    </message>
    <message>
        <source>Save a file of this message…</source>
        <translation>Eine Datei dieser Nachricht speichern …</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>&amp;Bad records…</source>
        <translation>Fehlerhafte &amp;Datensätze …</translation>
    </message>
    <message>
        <source>&amp;Decrypt private messages…</source>
        <translation>&amp;Private Nachrichten entschlüsseln …</translation>
    </message>
    <message>
        <source>Read &amp;group keys…</source>
        <translation>Gruppenschlüssel &amp;lesen …</translation>
    </message>
    <message>
        <source>Enter group ke&amp;ys…</source>
        <translation>Gruppenschlüssel &amp;eingeben …</translation>
    </message>
    <message>
        <source>&amp;Keep private text…</source>
        <translation>Private &amp;Texte behalten …</translation>
    </message>
    <message>
        <source>&amp;Export my own feed…</source>
        <translation>Eigenen Feed expo&amp;rtieren …</translation>
    </message>
    <message>
        <source>&amp;Publish in another feed…</source>
        <translation>In einem &amp;anderen Feed veröffentlichen …</translation>
    </message>
    <message>
        <source>Publish in &amp;my own feed again</source>
        <translation>Wieder im eigenen Feed &amp;veröffentlichen</translation>
    </message>
    <message>
        <source>S&amp;top the running task</source>
        <translation>Laufende Aufgabe an&amp;halten</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>Ne&amp;ues Fenster</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Bee&amp;nden</translation>
    </message>
    <message>
        <source>&amp;Add archives to this collection…</source>
        <translation>Archive zu dieser Sammlung &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>Add a folder with &amp;pictures…</source>
        <translation>Ordner mit &amp;Bildern hinzufügen …</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>&amp;Umbenennen …</translation>
    </message>
    <message>
        <source>&amp;Limit of references…</source>
        <translation>&amp;Grenze für Verweise …</translation>
    </message>
    <message>
        <source>&amp;Back up…</source>
        <translation>&amp;Sichern …</translation>
    </message>
    <message>
        <source>Re&amp;store a backup…</source>
        <translation>Sicherung &amp;wiederherstellen …</translation>
    </message>
    <message>
        <source>Res&amp;cue archives…</source>
        <translation>Archive &amp;retten …</translation>
    </message>
    <message>
        <source>Compare archi&amp;ves…</source>
        <translation>Archive &amp;vergleichen …</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Entfernen …</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>Text &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy messa&amp;ge id</source>
        <translation>ID der Nachri&amp;cht kopieren</translation>
    </message>
    <message>
        <source>Copy link of the message</source>
        <translation>Link der Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy picture of the message</source>
        <translation>Bild der Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy message as NDJSON</source>
        <translation>Nachricht als NDJSON kopieren</translation>
    </message>
    <message>
        <source>&amp;Quote</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Search for a &amp;word…</source>
        <translation>Nach einem &amp;Wort suchen …</translation>
    </message>
    <message>
        <source>Copy id of the author</source>
        <translation>ID des Autors kopieren</translation>
    </message>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>&amp;Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Sign the reply</source>
        <translation>Die Antwort signieren</translation>
    </message>
    <message>
        <source>Copy &amp;address of the conversation</source>
        <translation>A&amp;dresse des Gesprächs kopieren</translation>
    </message>
    <message>
        <source>Go to a pasted address</source>
        <translation>Zu einer eingefügten Adresse gehen</translation>
    </message>
    <message>
        <source>Search people, conversations, &amp;messages</source>
        <translation>Personen, Gespräche, Nachrichten suchen</translation>
    </message>
    <message>
        <source>F&amp;ind in this conversation</source>
        <translation>In diesem Gespräch &amp;suchen</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>&amp;Rückwärts suchen</translation>
    </message>
    <message>
        <source>&amp;Filter conversations</source>
        <translation>Gespräche &amp;filtern</translation>
    </message>
    <message>
        <source>&amp;Next message</source>
        <translation>&amp;Nächste Nachricht</translation>
    </message>
    <message>
        <source>&amp;Previous message</source>
        <translation>&amp;Vorige Nachricht</translation>
    </message>
    <message>
        <source>To the mess&amp;age it replies to</source>
        <translation>Zur Nachricht, auf die sie &amp;antwortet</translation>
    </message>
    <message>
        <source>To &amp;its replies</source>
        <translation>Zu ihren Antw&amp;orten</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>Vor&amp;wärts</translation>
    </message>
    <message>
        <source>Ever&amp;ything</source>
        <translation>A&amp;lles</translation>
    </message>
    <message>
        <source>All messages of this author</source>
        <translation>Alles von diesem Autor</translation>
    </message>
    <message>
        <source>Profile of this author</source>
        <translation>Profil dieses Autors</translation>
    </message>
    <message>
        <source>C&amp;onversations of this message…</source>
        <translation>Gespräche d&amp;ieser Nachricht …</translation>
    </message>
    <message>
        <source>Mention&amp;s of me</source>
        <translation>&amp;Erwähnungen von mir</translation>
    </message>
    <message>
        <source>Nex&amp;t conversation</source>
        <translation>Nächs&amp;tes Gespräch</translation>
    </message>
    <message>
        <source>Pre&amp;vious conversation</source>
        <translation>Vori&amp;ges Gespräch</translation>
    </message>
    <message>
        <source>Mark all as rea&amp;d</source>
        <translation>Alles als gelesen markieren</translation>
    </message>
    <message>
        <source>Pin this conve&amp;rsation</source>
        <translation>Dieses Gespräch an&amp;heften</translation>
    </message>
    <message>
        <source>&amp;Keep this tab, open a new one</source>
        <translation>Diesen Ta&amp;b behalten, einen neuen öffnen</translation>
    </message>
    <message>
        <source>&amp;Close this tab</source>
        <translation>Diesen Tab &amp;schließen</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>Nä&amp;chster Tab</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>To ne&amp;w messages</source>
        <translation>Zu&amp;m Neuen</translation>
    </message>
    <message>
        <source>To &amp;moved messages</source>
        <translation>Zum Ve&amp;rschobenen</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>Ans En&amp;de</translation>
    </message>
    <message>
        <source>&amp;Show where it is</source>
        <translation>&amp;Zeigen, wo sie steht</translation>
    </message>
    <message>
        <source>Open this message in a new &amp;tab</source>
        <translation>Diese Nachricht in einem neuen &amp;Tab öffnen</translation>
    </message>
    <message>
        <source>Open this message to the si&amp;de</source>
        <translation>Diese Nachricht &amp;daneben öffnen</translation>
    </message>
    <message>
        <source>&amp;Links of this message…</source>
        <translation>&amp;Links dieser Nachricht …</translation>
    </message>
    <message>
        <source>Files of this message…</source>
        <translation>Dateien dieser Nachricht …</translation>
    </message>
    <message>
        <source>Com&amp;pare orders from here</source>
        <translation>O&amp;rdnungen von hier aus vergleichen</translation>
    </message>
    <message>
        <source>&amp;Find similar messages</source>
        <translation>Ä&amp;hnliche Nachrichten suchen</translation>
    </message>
    <message>
        <source>E&amp;xport from here…</source>
        <translation>Von hier aus e&amp;xportieren …</translation>
    </message>
    <message>
        <source>All messages of this author in a &amp;new tab</source>
        <translation>Alles von diesem Autor in einem &amp;neuen Tab</translation>
    </message>
    <message>
        <source>&amp;Mentions of this author</source>
        <translation>&amp;Erwähnungen dieses Autors</translation>
    </message>
    <message>
        <source>Search in this author&apos;s messa&amp;ges</source>
        <translation>In Nachrichten dieses Autors &amp;suchen</translation>
    </message>
    <message>
        <source>Searc&amp;h in this conversation</source>
        <translation>In diesem &amp;Gespräch suchen</translation>
    </message>
    <message>
        <source>&amp;Reply in this conversation…</source>
        <translation>In diesem Gespräch antworten …</translation>
    </message>
    <message>
        <source>Copy lin&amp;k of the author&apos;s feed</source>
        <translation>Lin&amp;k des Feeds dieses Autors kopieren</translation>
    </message>
    <message>
        <source>Export all messages of this &amp;author…</source>
        <translation>&amp;Alles von diesem Autor exportieren …</translation>
    </message>
    <message>
        <source>&amp;System theme</source>
        <translation>Farben des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoo&amp;m out</source>
        <translation>Verk&amp;leinern</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurü&amp;cksetzen</translation>
    </message>
    <message>
        <source>One line per message</source>
        <translation>Eine &amp;Zeile je Nachricht</translation>
    </message>
    <message>
        <source>Show la&amp;nes</source>
        <translation>S&amp;puren zeigen</translation>
    </message>
    <message>
        <source>A l&amp;ane for each author</source>
        <translation>Eine Spur je &amp;Autor</translation>
    </message>
    <message>
        <source>Show what messages of a set s&amp;upersede</source>
        <translation>Zeigen, was Nachrichten einer Menge &amp;überholen</translation>
    </message>
    <message>
        <source>Highlight past and &amp;future</source>
        <translation>&amp;Vergangenheit und Zukunft hervorheben</translation>
    </message>
    <message>
        <source>O&amp;rder of the messages…</source>
        <translation>Reihen&amp;folge der Nachrichten …</translation>
    </message>
    <message>
        <source>&amp;Hide authors and types…</source>
        <translation>Aut&amp;oren und Typen verbergen …</translation>
    </message>
    <message>
        <source>Hide this author</source>
        <translation>Diesen Autor verbergen</translation>
    </message>
    <message>
        <source>Show &amp;what is hidden</source>
        <translation>Verborgenes &amp;wieder zeigen</translation>
    </message>
    <message>
        <source>Debugging face</source>
        <translation>Debug-Ansicht</translation>
    </message>
    <message>
        <source>Pin for comparison</source>
        <translation>Zum Vergleich anheften</translation>
    </message>
    <message>
        <source>Secon&amp;d timeline</source>
        <translation>Zweite Zeitleiste da&amp;neben</translation>
    </message>
    <message>
        <source>Swa&amp;p sides</source>
        <translation>Seiten &amp;tauschen</translation>
    </message>
    <message>
        <source>To the &amp;other side</source>
        <translation>Zur ander&amp;en Seite</translation>
    </message>
    <message>
        <source>Show conversa&amp;tions</source>
        <translation>Gesp&amp;räche zeigen</translation>
    </message>
    <message>
        <source>Show toolbar</source>
        <translation>Werkzeugleiste zeigen</translation>
    </message>
    <message>
        <source>Animated rows and smooth scrollin&amp;g</source>
        <translation>Gleitende Zeilen und sanftes Scrollen</translation>
    </message>
    <message>
        <source>Panels &amp;below the timeline</source>
        <translation>Bereiche &amp;unter der Zeitleiste</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>Handbu&amp;ch</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>Gl&amp;ossar</translation>
    </message>
    <message>
        <source>&amp;Hints for newcomers</source>
        <translation>&amp;Hinweise für Neulinge</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>Befehl &amp;suchen …</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Gallery: a fork</source>
        <translation>Galerie: eine Verzweigung</translation>
    </message>
    <message>
        <source>Gallery: a partition</source>
        <translation>Galerie: eine Spaltung</translation>
    </message>
    <message>
        <source>Gallery: a late peer</source>
        <translation>Galerie: ein später Peer</translation>
    </message>
    <message>
        <source>Gallery: wrong clocks</source>
        <translation>Galerie: falsche Uhren</translation>
    </message>
    <message>
        <source>&amp;About Tanglescope</source>
        <translation>&amp;Über Tanglescope</translation>
    </message>
    <message>
        <source>Previous, next message</source>
        <translation>Vorige, nächste Nachricht</translation>
    </message>
    <message>
        <source>Space, Page down</source>
        <translation>Leertaste, Bild ab</translation>
    </message>
    <message>
        <source>Scroll down one page</source>
        <translation>Eine Seite nach unten</translation>
    </message>
    <message>
        <source>Shift+Space, Page up</source>
        <translation>Umschalt+Leertaste, Bild auf</translation>
    </message>
    <message>
        <source>Scroll up one page</source>
        <translation>Eine Seite nach oben</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>To the beginning, to the end</source>
        <translation>An den Anfang, ans Ende</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Go to this message</source>
        <translation>Zu dieser Nachricht</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>In einem neuen Tab öffnen</translation>
    </message>
    <message>
        <source>Open to the side</source>
        <translation>Daneben öffnen</translation>
    </message>
    <message>
        <source>Open this link…</source>
        <translation>Diesen Link öffnen …</translation>
    </message>
    <message>
        <source>Copy this link</source>
        <translation>Diesen Link kopieren</translation>
    </message>
    <message>
        <source>Copy id of this file</source>
        <translation>ID dieser Datei kopieren</translation>
    </message>
    <message>
        <source>To the start of this line</source>
        <translation>Zum Anfang dieser Linie</translation>
    </message>
    <message>
        <source>To the end of this line</source>
        <translation>Zum Ende dieser Linie</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Line between messages</source>
        <translation>Linie zwischen Nachrichten</translation>
    </message>
    <message>
        <source>Show or hide the text behind a content warning</source>
        <translation>Den Text hinter einer Inhaltswarnung zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Shift+↑ ↓, Shift+click</source>
        <translation>Umschalt+↑ ↓, Umschalt+Klick</translation>
    </message>
    <message>
        <source>Select a range of messages</source>
        <translation>Mehrere aufeinanderfolgende Nachrichten wählen</translation>
    </message>
    <message>
        <source>Ctrl+click, Ctrl+A</source>
        <translation>Strg+Klick, Strg+A</translation>
    </message>
    <message>
        <source>Add to the selection, select all</source>
        <translation>Zur Auswahl hinzufügen, alle auswählen</translation>
    </message>
    <message>
        <source>Deselect</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Right-click, Menu</source>
        <translation>Rechtsklick, Menü-Taste</translation>
    </message>
    <message>
        <source>All actions for a message</source>
        <translation>Alle Aktionen für eine Nachricht</translation>
    </message>
    <message>
        <source>@ #, then ↑ ↓ Enter</source>
        <translation>@ #, dann ↑ ↓ Eingabe</translation>
    </message>
    <message>
        <source>In a reply: complete a person or a channel</source>
        <translation>In einer Antwort: eine Person oder einen Kanal vervollständigen</translation>
    </message>
    <message>
        <source>From the reply back to the timeline; undo while it waits</source>
        <translation>Von der Antwort zurück zur Zeitleiste; zurücknehmen, solange sie wartet</translation>
    </message>
    <message>
        <source>In a field above a list: go through the results, open one</source>
        <translation>In einem Feld über einer Liste: durch die Treffer gehen, einen öffnen</translation>
    </message>
    <message>
        <source>↑ ↓ Enter</source>
        <translation>↑ ↓ Eingabe</translation>
    </message>
    <message>
        <source>Ctrl+Enter, middle button</source>
        <translation>Strg+Eingabe, mittlere Maustaste</translation>
    </message>
    <message>
        <source>In the list: open the conversation in a new tab</source>
        <translation>In der Liste: das Gespräch in einem neuen Tab öffnen</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>In the list: open the conversation to the side</source>
        <translation>In der Liste: das Gespräch daneben öffnen</translation>
    </message>
    <message>
        <source>In a table: sort by that column; again to reverse</source>
        <translation>In einer Tabelle: nach dieser Spalte sortieren; noch einmal: umgekehrt</translation>
    </message>
    <message>
        <source>1, 2, 3…</source>
        <translation>1, 2, 3 …</translation>
    </message>
    <message>
        <source>From filter to conversations to timeline</source>
        <translation>Vom Filter zu den Gesprächen zur Zeitleiste</translation>
    </message>
    <message>
        <source>To a cause, to an effect</source>
        <translation>Zu einer Ursache, zu einer Wirkung</translation>
    </message>
    <message>
        <source>Along the same rank</source>
        <translation>Den gleichen Rang entlang</translation>
    </message>
    <message>
        <source>Ctrl and the arrows</source>
        <translation>Strg und die Pfeiltasten</translation>
    </message>
    <message>
        <source>Scroll the diagram</source>
        <translation>Das Diagramm verschieben</translation>
    </message>
    <message>
        <source>Zoom in, zoom out, show everything</source>
        <translation>Vergrößern, verkleinern, alles zeigen</translation>
    </message>
    <message>
        <source>Enter, double click</source>
        <translation>Eingabe, Doppelklick</translation>
    </message>
    <message>
        <source>Show the messages around this one</source>
        <translation>Die Nachrichten in der Nähe zeigen</translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation>Umschalt und ziehen</translation>
    </message>
    <message>
        <source>Show the messages in a box</source>
        <translation>Die Nachrichten in einem Rahmen zeigen</translation>
    </message>
    <message>
        <source>Back to the whole diagram</source>
        <translation>Zurück zum ganzen Diagramm</translation>
    </message>
    <message>
        <source>(the id of the new identity)</source>
        <translation>(die ID der neuen Identität)</translation>
    </message>
    <message>
        <source>Nothing has been published from here yet.</source>
        <translation>Von hier aus wurde noch nichts veröffentlicht.</translation>
    </message>
    <message>
        <source>No other program will ever write to this feed again</source>
        <translation>Kein anderes Programm wird je wieder in diesen Feed schreiben</translation>
    </message>
    <message>
        <source>{secret} is the secret of {feed}, but there is no record here of what that feed has published. Publishing with it would fork the feed if another program writes in it, or ever did: others would stop reading it.</source>
        <translation>{secret} ist das Geheimnis von {feed}, aber hier steht nirgends, was dieser Feed veröffentlicht hat. Damit zu veröffentlichen würde den Feed verzweigen, wenn ein anderes Programm darin schreibt oder je geschrieben hat: Andere würden ihn nicht mehr lesen.</translation>
    </message>
    <message>
        <source>{file} should name the last message that was published in {feed}, but can&apos;t be read. Restore a copy of it, or remove it if you are sure that the log in its folder is complete.</source>
        <translation>{file} soll die letzte Nachricht nennen, die in {feed} veröffentlicht wurde, ist aber nicht lesbar. Stelle eine Kopie davon wieder her, oder entferne die Datei, wenn du sicher bist, dass das Log in ihrem Ordner vollständig ist.</translation>
    </message>
    <message>
        <source>{folder} already has a feed. An adopted feed needs another folder.</source>
        <translation>{folder} hat schon einen Feed. Ein übernommener Feed braucht einen anderen Ordner.</translation>
    </message>
    <message>
        <source>No message of {feed} is known here, so publishing would create a second first message and fork the feed. First import what the feed has published.</source>
        <translation>Keine Nachricht von {feed} ist hier bekannt. Was du jetzt veröffentlichst, wäre eine zweite erste Nachricht und würde den Feed verzweigen. Importiere erst, was der Feed veröffentlicht hat.</translation>
    </message>
    <message>
        <source>{folder} has published more in {feed} than is known here. First import {log}.</source>
        <translation>Aus {folder} wurde in {feed} mehr veröffentlicht, als hier bekannt ist. Importiere erst {log}.</translation>
    </message>
    <message>
        <source>{rival} has the feed {feed} already, and two folders would fork it. Publish with that folder, or move it away for good if {folder} has everything that was published.</source>
        <translation>{rival} enthält den Feed {feed} schon, und zwei Ordner würden ihn verzweigen. Veröffentliche mit jenem Ordner, oder entferne ihn endgültig, wenn {folder} alles enthält, was veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>{messages:,} messages are too many for a picture; the limit is {most:,}. Export a part of them, or fold linear runs.</source>
        <translation>{messages:,} Nachrichten sind zu viele für ein Bild; höchstens {most:,} sind möglich. Exportiere einen Teil davon oder falte unverzweigte Folgen.</translation>
    </message>
    <message>
        <source>PNG pictures can&apos;t be drawn here. Export an SVG instead.</source>
        <translation>Hier lässt sich kein PNG zeichnen. Exportiere stattdessen ein SVG.</translation>
    </message>
    <message>
        <source>{path} is in the way: it isn&apos;t part of this site. Move it elsewhere.</source>
        <translation>{path} ist im Weg: Das gehört nicht zu diesen Seiten. Verschiebe es.</translation>
    </message>
    <message>
        <source>{path} was changed since the last export. Move it elsewhere, or export into another folder.</source>
        <translation>{path} wurde seit dem letzten Export geändert. Verschiebe die Datei, oder exportiere in einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{folder} holds files that aren&apos;t part of a site. Choose an empty folder, or one that holds the pages of an earlier export.</source>
        <translation>{folder} enthält Dateien, die nicht zu Webseiten dieses Programms gehören. Nenne einen leeren Ordner oder einen mit den Seiten eines früheren Exports.</translation>
    </message>
    <message>
        <source>{path} is a link to another folder. Remove it.</source>
        <translation>{path} ist ein Link zu einem anderen Ordner. Entferne ihn.</translation>
    </message>
    <message>
        <source>it is a link, or not a regular file</source>
        <translation>es ist ein Link oder keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>{secret} belongs to another program. As soon as both programs write in {feed}, the feed is forked: others stop reading it, and this can&apos;t be repaired. Publish with an identity made here instead. If you are sure that the other program will never write again, and that everything it wrote has been imported here, confirm it with this sentence: {sentence}.</source>
        <translation>{secret} gehört einem anderen Programm. Sobald beide Programme in {feed} schreiben, ist der Feed verzweigt: Andere lesen ihn nicht mehr, und das lässt sich nicht reparieren. Veröffentliche lieber mit einer Identität, die hier entsteht. Wenn du sicher bist, dass das andere Programm nie wieder schreibt und dass alles, was es schrieb, hier importiert ist, bestätige es mit diesem Satz: {sentence}.</translation>
    </message>
    <message>
        <source>Another program is publishing with the secret in {folder} and takes too long; nothing was published. Wait for it or end it, then try again.</source>
        <translation>Ein anderes Programm veröffentlicht mit dem Geheimnis in {folder} und braucht zu lange; nichts wurde veröffentlicht. Warte darauf oder beende es, dann versuche es noch einmal.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages of your own written to {file}</source>
        <comment>{n:,} message of your own written to {file}</comment>
        <translation>
            <numerusform>{n:,} eigene Nachricht in {file} geschrieben</numerusform>
            <numerusform>{n:,} eigene Nachrichten in {file} geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>missing message {key}</source>
        <translation>fehlende Nachricht {key}</translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope: {error}.</source>
        <translation>In Tanglescope ist etwas schiefgegangen: {error}.</translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope: {error}. The trace is in {path}.</source>
        <translation>In Tanglescope ist etwas schiefgegangen: {error}. Einzelheiten stehen in {path}.</translation>
    </message>
    <message>
        <source>About Tanglescope</source>
        <translation>Über Tanglescope</translation>
    </message>
    <message>
        <source>Reads and debugs tangles: conversations in the right order.
MIT license.

{others}</source>
        <translation>Liest und untersucht Geflechte: Gespräche in der richtigen Reihenfolge.
MIT-Lizenz.

{others}</translation>
    </message>
    <message>
        <source>Publish in the feed of another program</source>
        <translation>Im Feed eines anderen Programms veröffentlichen</translation>
    </message>
    <message>
        <source>The sentence that confirms it</source>
        <translation>Der Satz zur Bestätigung</translation>
    </message>
    <message>
        <source>Publish in that feed, or cancel</source>
        <translation>In diesem Feed veröffentlichen oder abbrechen</translation>
    </message>
    <message>
        <source>You have confirmed that before.</source>
        <translation>Du hast das schon bestätigt.</translation>
    </message>
    <message numerus="yes">
        <source>This collection has {n:,} messages of that feed, from the first one on and without a gap. If there are more anywhere, import them first. Then type this sentence: {sentence}.</source>
        <comment>This collection has {n:,} message of that feed, from the first one on and without a gap. If there are more anywhere, import them first. Then type this sentence: {sentence}.</comment>
        <translation>
            <numerusform>Diese Sammlung enthält {n:,} Nachricht dieses Feeds, lückenlos von der ersten an. Wenn es irgendwo mehr gibt, importiere sie zuerst. Gib danach diesen Satz ein: {sentence}.</numerusform>
            <numerusform>Diese Sammlung enthält {n:,} Nachrichten dieses Feeds, lückenlos von der ersten an. Wenn es irgendwo mehr gibt, importiere sie zuerst. Gib danach diesen Satz ein: {sentence}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
    <message>
        <source>Open an archive or a database</source>
        <translation>Archiv oder Datenbank öffnen</translation>
    </message>
    <message>
        <source>Open the folder of an SSB program, a Corestore, a Git repository or tinySSB</source>
        <translation>Den Ordner eines SSB-Programms, eines Corestore, eines Git-Repositorys oder von tinySSB öffnen</translation>
    </message>
    <message>
        <source>Open a file with the key of the Autobase</source>
        <translation>Eine Datei mit dem Schlüssel der Autobase öffnen</translation>
    </message>
    <message>
        <source>Import archives</source>
        <translation>Archive importieren</translation>
    </message>
    <message>
        <source>Open the secret file of your identity</source>
        <translation>Datei mit dem Geheimnis der eigenen Identität öffnen</translation>
    </message>
    <message>
        <source>Open a file with group keys</source>
        <translation>Datei mit Gruppenschlüsseln öffnen</translation>
    </message>
    <message>
        <source>Open a folder with group keys (keyring or tribes/keystore)</source>
        <translation>Ordner mit Gruppenschlüsseln öffnen (keyring oder tribes/keystore)</translation>
    </message>
    <message>
        <source>Export your own feed</source>
        <translation>Eigenen Feed exportieren</translation>
    </message>
    <message>
        <source>Back up the collection</source>
        <translation>Sammlung sichern</translation>
    </message>
    <message>
        <source>Databases (*.db)</source>
        <translation>Datenbanken (*.db)</translation>
    </message>
    <message>
        <source>Open a folder with the pictures and files of messages (blobs)</source>
        <translation>Ordner mit den Bildern und Dateien von Nachrichten öffnen (blobs)</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>Open a schema (a JSON object of fields and strategies)</source>
        <translation>Ein Schema öffnen (ein JSON-Objekt aus Feldern und Strategien)</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one with notes of this program</source>
        <translation>Einen leeren Ordner wählen, oder einen mit Notizen dieses Programms</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Export as a web page</source>
        <translation>Als Webseite exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one with web pages of this program</source>
        <translation>Einen leeren Ordner wählen oder einen mit Webseiten dieses Programms</translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope. What you see may be incomplete; your messages are safe.</source>
        <translation>In Tanglescope ist etwas schiefgegangen. Was zu sehen ist, kann unvollständig sein; die Nachrichten sind sicher.</translation>
    </message>
    <message>
        <source>Something went wrong inside Tanglescope last time.</source>
        <translation>In Tanglescope ist beim letzten Mal etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>This is the report. It stays on this computer. Read it before you pass it on: it may contain text from messages. Secret keys and the name of your home folder were removed.</source>
        <translation>Dies ist der Bericht. Er bleibt auf diesem Computer. Lies ihn, bevor du ihn weitergibst: Er kann Text aus Nachrichten enthalten. Geheime Schlüssel und der Name deines Benutzerordners wurden entfernt.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>Der Bericht</translation>
    </message>
    <message>
        <source>Actions for the report</source>
        <translation>Aktionen für den Bericht</translation>
    </message>
    <message>
        <source>Texts (*.txt)</source>
        <translation>Texte (*.txt)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>A picture that stays sharp at any size.</source>
        <translation>Ein Bild, das in jeder Größe scharf bleibt.</translation>
    </message>
    <message>
        <source>A picture that every program opens.</source>
        <translation>Ein Bild, das jedes Programm öffnet.</translation>
    </message>
    <message>
        <source>A flowchart as text, as in the tangles specification.</source>
        <translation>Ein Flussdiagramm als Text, wie in der Spezifikation der Geflechte.</translation>
    </message>
    <message>
        <source>A graph as text, for dot and similar programs.</source>
        <translation>Ein Graph als Text, für dot und ähnliche Programme.</translation>
    </message>
    <message>
        <source>Markdown, notes</source>
        <translation>Markdown, Notizen</translation>
    </message>
    <message>
        <source>A folder of notes with pictures, for Obsidian and other editors.</source>
        <translation>Ein Ordner mit Notizen und Bildern, für Obsidian und andere Editoren.</translation>
    </message>
    <message>
        <source>EPUB, a book</source>
        <translation>EPUB, ein Buch</translation>
    </message>
    <message>
        <source>A book for e-book readers.</source>
        <translation>Ein Buch für E-Book-Reader.</translation>
    </message>
    <message>
        <source>The messages in their order, for programs.</source>
        <translation>Die Nachrichten in ihrer Reihenfolge, für Programme.</translation>
    </message>
    <message>
        <source>NDJSON, an archive</source>
        <translation>NDJSON, ein Archiv</translation>
    </message>
    <message>
        <source>The messages as they were read. They can be opened again.</source>
        <translation>Die Nachrichten, wie sie gelesen wurden. Sie lassen sich wieder öffnen.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>&amp;Part</source>
        <translation>T&amp;eil</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>SVG, a picture of the diagram</source>
        <translation>SVG, ein Bild des Diagramms</translation>
    </message>
    <message>
        <source>PNG, a picture of the diagram</source>
        <translation>PNG, ein Bild des Diagramms</translation>
    </message>
    <message>
        <source>As the &amp;specifications draw it</source>
        <translation>So wie die &amp;Spezifikationen zeichnen</translation>
    </message>
    <message>
        <source>From right to left: each message points to those that it comes after. A private group shows all its tangles.</source>
        <translation>Von rechts nach links: Jede Nachricht zeigt auf die, nach denen sie kommt. Eine private Gruppe zeigt alle ihre Geflechte.</translation>
    </message>
    <message>
        <source>Export or cancel</source>
        <translation>Exportieren oder abbrechen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Enter group keys</source>
        <translation>Gruppenschlüssel eingeben</translation>
    </message>
    <message>
        <source>Group keys</source>
        <translation>Gruppenschlüssel</translation>
    </message>
    <message>
        <source>32 bytes in base64; several with spaces between them</source>
        <translation>32 Byte in Base64; mehrere durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Decrypt the messages of the groups, or cancel</source>
        <translation>Die Nachrichten der Gruppen entschlüsseln oder abbrechen</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>The folder of an SSB program, or the keyring or keystore in it</source>
        <translation>Der Ordner eines SSB-Programms oder keyring oder keystore darin</translation>
    </message>
    <message>
        <source>Keys stay in memory until you quit; they are never written to disk.</source>
        <translation>Schlüssel bleiben bis zum Beenden im Arbeitsspeicher; sie werden nie auf einen Datenträger geschrieben.</translation>
    </message>
    <message>
        <source>What is wrong with the keys</source>
        <translation>Was an den Schlüsseln nicht stimmt</translation>
    </message>
    <message>
        <source>Archives are files such as log.offset, log.bipf and JSON exports, compressed or not.</source>
        <translation>Archive sind Dateien wie log.offset, log.bipf und JSON-Exporte, auch komprimiert.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Direct</source>
        <translation>Direkt</translation>
    </message>
    <message>
        <source>Spark</source>
        <translation>Spark</translation>
    </message>
    <message>
        <source>Direct, unless the messages don&apos;t fit into memory and Spark is installed.</source>
        <translation>Direkt, außer wenn die Nachrichten nicht in den Arbeitsspeicher passen und Spark installiert ist.</translation>
    </message>
    <message>
        <source>Processes of this program read the archives; nothing else is needed.</source>
        <translation>Prozesse dieses Programms lesen die Archive; mehr ist nicht nötig.</translation>
    </message>
    <message>
        <source>Apache Spark reads the archives, for more messages than fit into memory.</source>
        <translation>Apache Spark liest die Archive, für mehr Nachrichten, als in den Arbeitsspeicher passen.</translation>
    </message>
    <message>
        <source>Read before: {names}.</source>
        <translation>Schon gelesen: {names}.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>The engine that imports</source>
        <translation>Womit importiert wird</translation>
    </message>
    <message>
        <source>Continue in background</source>
        <translation>Im Hintergrund fortsetzen</translation>
    </message>
    <message>
        <source>Engine: {engine}. {why}</source>
        <translation>Verfahren: {engine}. {why}</translation>
    </message>
    <message>
        <source>Engine: {engine}, as chosen.</source>
        <translation>Verfahren: {engine}, wie gewählt.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Archives to import</source>
        <translation>Archive zum Importieren</translation>
    </message>
    <message>
        <source>Drop archives here, or choose Add…</source>
        <translation>Zieh Archive hierher oder wähle Hinzufügen …</translation>
    </message>
    <message>
        <source>Engine of the import</source>
        <translation>Verfahren für den Import</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Bad records</source>
        <translation>Fehlerhafte Datensätze</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages were added and can be read already.</source>
        <comment>{n:,} message was added and can be read already.</comment>
        <translation>
            <numerusform>{n:,} Nachricht ist dazugekommen und schon lesbar.</numerusform>
            <numerusform>{n:,} Nachrichten sind dazugekommen und schon lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages added, {messages:,} in all.</source>
        <comment>{n:,} message added, {messages:,} in all.</comment>
        <translation>
            <numerusform>{n:,} Nachricht dazugekommen, {messages:,} insgesamt.</numerusform>
            <numerusform>{n:,} Nachrichten dazugekommen, {messages:,} insgesamt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Backed up to {file}.</source>
        <translation>Gesichert in {file}.</translation>
    </message>
    <message>
        <source>Backing up to {file}…</source>
        <translation>Sicherung in {file} wird geschrieben …</translation>
    </message>
    <message>
        <source>{file} was restored before, as “{name}”. Remove that collection to restore the backup again.</source>
        <translation>{file} wurde schon wiederhergestellt, als „{name}“. Entferne diese Sammlung, um die Sicherung noch einmal wiederherzustellen.</translation>
    </message>
    <message>
        <source>The archives that it was imported from stay as they are, and your own feed keeps what you published. Private text that you kept is deleted with it, unless there is a backup.</source>
        <translation>Die Archive, aus denen sie importiert wurde, bleiben, wie sie sind, und dein eigener Feed behält, was du veröffentlicht hast. Privater Text, den du behalten hast, wird mitgelöscht, wenn es keine Sicherung gibt.</translation>
    </message>
    <message>
        <source>Checking and restoring {file}…</source>
        <translation>{file} wird geprüft und wiederhergestellt …</translation>
    </message>
    <message>
        <source>An import into this collection is running. Stop it first.</source>
        <translation>In diese Sammlung wird gerade importiert. Brich den Import zuerst ab.</translation>
    </message>
    <message>
        <source>The collection “{name}” is gone: {database} doesn&apos;t exist. Restore a backup of it, or open its archive again.</source>
        <translation>Die Sammlung „{name}“ ist verschwunden: {database} gibt es nicht. Stelle eine Sicherung davon wieder her oder öffne ihr Archiv noch einmal.</translation>
    </message>
    <message>
        <source>The backup that is being written or restored stops, and nothing of it is kept.</source>
        <translation>Die Sicherung, die gerade geschrieben oder wiederhergestellt wird, bricht ab, und nichts davon bleibt.</translation>
    </message>
    <message>
        <source>The database of this collection is gone, so there is nothing to back up: {path}. Open the archives again, or restore a backup.</source>
        <translation>Die Datenbank dieser Sammlung ist verschwunden, also gibt es nichts zu sichern: {path}. Öffne die Archive noch einmal oder stelle eine Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>This deletes the collection&apos;s database:
{path}</source>
        <translation>Das löscht die Datenbank der Sammlung:
{path}</translation>
    </message>
    <message>
        <source>This removes the collection from the list.</source>
        <translation>Das entfernt die Sammlung aus der Liste.</translation>
    </message>
    <message>
        <source>Its database stays where it is:
{path}</source>
        <translation>Ihre Datenbank bleibt, wo sie ist:
{path}</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>„{name}“ entfernen?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>{path} is empty. Open it again when it holds messages.</source>
        <translation>{path} ist leer. Öffne es noch einmal, wenn es Nachrichten enthält.</translation>
    </message>
    <message>
        <source>{path} contains no messages.</source>
        <translation>{path} enthält keine Nachrichten.</translation>
    </message>
    <message>
        <source>Removed the collection “{name}”.</source>
        <translation>Die Sammlung „{name}“ wurde entfernt.</translation>
    </message>
    <message>
        <source>Stopped. No backup was written.</source>
        <translation>Angehalten. Es wurde keine Sicherung geschrieben.</translation>
    </message>
    <message>
        <source>Stopped. Nothing was restored.</source>
        <translation>Angehalten. Es wurde nichts wiederhergestellt.</translation>
    </message>
    <message>
        <source>A backup is being written or restored. Try again when it has ended.</source>
        <translation>Eine Sicherung wird gerade geschrieben oder wiederhergestellt. Versuche es danach noch einmal.</translation>
    </message>
    <message>
        <source>No collection is open. Open an archive first.</source>
        <translation>Keine Sammlung ist offen. Öffne zuerst ein Archiv.</translation>
    </message>
    <message>
        <source>Show bad records</source>
        <translation>Fehlerhafte Datensätze zeigen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export a private conversation?</source>
        <translation>Ein privates Gespräch exportieren?</translation>
    </message>
    <message>
        <source>Everyone who has the page can read the private messages in it.</source>
        <translation>Wer die Seite hat, kann die privaten Nachrichten darin lesen.</translation>
    </message>
    <message>
        <source>Writing web pages…</source>
        <translation>Webseiten werden geschrieben …</translation>
    </message>
    <message>
        <source>Export as web pages</source>
        <translation>Als Webseiten exportieren</translation>
    </message>
    <message>
        <source>Stopped. The next export into this folder continues with the rest.</source>
        <translation>Angehalten. Der nächste Export in diesen Ordner macht mit dem Rest weiter.</translation>
    </message>
    <message>
        <source>Bad records by rule</source>
        <translation>Fehlerhafte Datensätze nach Regel</translation>
    </message>
    <message>
        <source>Compared archives</source>
        <translation>Verglichene Archive</translation>
    </message>
    <message>
        <source>Rescued archives</source>
        <translation>Gerettete Archive</translation>
    </message>
    <message>
        <source>Not in {archives}</source>
        <translation>Nicht in {archives}</translation>
    </message>
    <message>
        <source>Archives</source>
        <translation>Archive</translation>
    </message>
    <message>
        <source>Known to others up to</source>
        <translation>Anderen bekannt bis</translation>
    </message>
    <message>
        <source>Branches at message {n:,}:</source>
        <translation>Zweige bei Nachricht {n:,}:</translation>
    </message>
    <message>
        <source>Messages that name it</source>
        <translation>Nachrichten, die ihn nennen</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} records checked</source>
        <comment>{n:,} record checked</comment>
        <translation>
            <numerusform>{n:,} Datensatz geprüft</numerusform>
            <numerusform>{n:,} Datensätze geprüft</numerusform>
        </translation>
    </message>
    <message>
        <source>{number:,.0f} per second</source>
        <translation>{number:,.0f} je Sekunde</translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation>noch etwa {time}</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet …</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records, kept in File &gt; Bad records</source>
        <comment>{n:,} bad record, kept in File &gt; Bad records</comment>
        <translation>
            <numerusform>{n:,} fehlerhafter Datensatz, in Datei &gt; Fehlerhafte Datensätze</numerusform>
            <numerusform>{n:,} fehlerhafte Datensätze, in Datei &gt; Fehlerhafte Datensätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records so far</source>
        <comment>{n:,} bad record so far</comment>
        <translation>
            <numerusform>Bisher {n:,} fehlerhafter Datensatz</numerusform>
            <numerusform>Bisher {n:,} fehlerhafte Datensätze</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled. What was checked is kept; the same import continues from there.</source>
        <translation>Abgebrochen. Was geprüft ist, bleibt; derselbe Import macht dort weiter.</translation>
    </message>
    <message>
        <source>Keep private text</source>
        <translation>Private Texte behalten</translation>
    </message>
    <message>
        <source>The text of private messages can be written into the database without encryption: of those that are decrypted now, and of those that you decrypt later. You can then read them without your key.</source>
        <translation>Der Text privater Nachrichten kann unverschlüsselt in die Datenbank geschrieben werden: von denen, die jetzt entschlüsselt sind, und von denen, die du später entschlüsselst. Du kannst sie dann ohne deinen Schlüssel lesen.</translation>
    </message>
    <message>
        <source>So can everyone with access to this file or a copy of it:
{database}</source>
        <translation>Das können auch alle mit Zugriff auf diese Datei oder eine Kopie davon:
{database}</translation>
    </message>
    <message>
        <source>Your keys are never written to disk. The same command removes the text again.</source>
        <translation>Schlüssel werden nie auf einen Datenträger geschrieben. Derselbe Befehl entfernt die Texte wieder.</translation>
    </message>
    <message>
        <source>Keep the text</source>
        <translation>Texte behalten</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>All keyboard shortcuts</source>
        <translation>Alle Tastenkürzel</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Open this address in the browser?</source>
        <translation>Diese Adresse im Browser öffnen?</translation>
    </message>
    <message>
        <source>This isn&apos;t a web address.</source>
        <translation>Das ist keine Adresse im Web.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchtest du tun?</translation>
    </message>
    <message>
        <source>Go to {address}</source>
        <translation>Gehe zu {address}</translation>
    </message>
    <message>
        <source>No command fits. Ids, links and addresses can be entered, too.</source>
        <translation>Kein Befehl passt. Auch IDs, Links und Adressen können eingegeben werden.</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>Command, key</source>
        <translation>Befehl, Taste</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>what they contain</source>
        <translation>je nach Inhalt</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>zum Lesen</translation>
    </message>
    <message>
        <source>debugging</source>
        <translation>zum Debuggen</translation>
    </message>
    <message>
        <source>The graph beside the messages</source>
        <translation>Der Graph neben den Nachrichten</translation>
    </message>
    <message>
        <source>A lane for each author</source>
        <translation>Eine Spur je Autor</translation>
    </message>
    <message>
        <source>What messages of a set supersede</source>
        <translation>Was Nachrichten einer Menge überholen</translation>
    </message>
    <message>
        <source>Past and future of the selected message</source>
        <translation>Vergangenheit und Zukunft der ausgewählten Nachricht</translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation>Der Inspektor</translation>
    </message>
    <message>
        <source>Panels below the timeline</source>
        <translation>Bereiche unter der Zeitleiste</translation>
    </message>
    <message>
        <source>Animated rows and smooth scrolling</source>
        <translation>Gleitende Zeilen und sanftes Scrollen</translation>
    </message>
    <message>
        <source>Hints for newcomers</source>
        <translation>Hinweise für Neulinge</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language changes when Tanglescope is started again.</source>
        <translation>Die Sprache wechselt beim nächsten Start von Tanglescope.</translation>
    </message>
    <message>
        <source>Start again now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>New collections open for</source>
        <translation>Neue Sammlungen öffnen</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Thumbnails</source>
        <translation>Vorschaubilder</translation>
    </message>
    <message>
        <source>Delete the thumbnails</source>
        <translation>Vorschaubilder löschen</translation>
    </message>
    <message>
        <source>Delete {size}</source>
        <translation>{size} löschen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Font size in points</source>
        <translation>Schriftgröße in Punkt</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> Punkt</translation>
    </message>
    <message>
        <source>These records of your archives couldn&apos;t be used. They are kept as they were.</source>
        <translation>Diese Datensätze der Archive konnten nicht verwendet werden. Sie sind aufbewahrt, wie sie waren.</translation>
    </message>
    <message>
        <source>Every record that was read could be used.</source>
        <translation>Jeder gelesene Datensatz konnte verwendet werden.</translation>
    </message>
    <message>
        <source>The record as it was read</source>
        <translation>Der Datensatz, wie er gelesen wurde</translation>
    </message>
    <message>
        <source>Export or close</source>
        <translation>Exportieren oder schließen</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>Alle exportieren …</translation>
    </message>
    <message>
        <source>Export all bad records with file, position and reason</source>
        <translation>Alle fehlerhaften Datensätze mit Datei, Stelle und Grund exportieren</translation>
    </message>
    <message>
        <source>Export bad records</source>
        <translation>Fehlerhafte Datensätze exportieren</translation>
    </message>
    <message>
        <source>Open a conversation to export it.</source>
        <translation>Öffne ein Gespräch, um es zu exportieren.</translation>
    </message>
    <message>
        <source>Leave them out, too</source>
        <translation>Auch sie weglassen</translation>
    </message>
    <message>
        <source>The export of web pages stops. The next export into the same folder continues with the rest.</source>
        <translation>Der Export der Webseiten bricht ab. Der nächste Export in denselben Ordner macht mit dem Rest weiter.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records exported to {file}</source>
        <comment>{n:,} bad record exported to {file}</comment>
        <translation>
            <numerusform>{n:,} fehlerhafter Datensatz nach {file} exportiert</numerusform>
            <numerusform>{n:,} fehlerhafte Datensätze nach {file} exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole conversation</source>
        <translation>Das ganze Gespräch</translation>
    </message>
    <message>
        <source>The messages connected to this one aren&apos;t known.</source>
        <translation>Die mit dieser verbundenen Nachrichten sind nicht bekannt.</translation>
    </message>
    <message>
        <source>The message with its causes ({number:,})</source>
        <translation>Die Nachricht mit ihren Ursachen ({number:,})</translation>
    </message>
    <message>
        <source>The message with its effects ({number:,})</source>
        <translation>Die Nachricht mit ihren Wirkungen ({number:,})</translation>
    </message>
    <message>
        <source>The message with its causes and effects ({number:,})</source>
        <translation>Die Nachricht mit ihren Ursachen und Wirkungen ({number:,})</translation>
    </message>
    <message>
        <source>The message alone</source>
        <translation>Die Nachricht allein</translation>
    </message>
    <message>
        <source>The selected messages ({number:,})</source>
        <translation>Die ausgewählten Nachrichten ({number:,})</translation>
    </message>
    <message>
        <source>What the diagram shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <source>Export what a person wrote who doesn&apos;t want public web pages?</source>
        <translation>Exportieren, was jemand geschrieben hat, der keine öffentlichen Webseiten möchte?</translation>
    </message>
    <message>
        <source>Don&apos;t publish the files.</source>
        <translation>Veröffentlichen Sie die Dateien nicht.</translation>
    </message>
    <message>
        <source>Everyone who has the files can read the private messages in them.</source>
        <translation>Alle, die die Dateien haben, können die privaten Nachrichten darin lesen.</translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation>Exportiert nach {file}.</translation>
    </message>
    <message>
        <source>Second timeline</source>
        <translation>Zweite Zeitleiste</translation>
    </message>
    <message>
        <source>First and second timeline</source>
        <translation>Erste und zweite Zeitleiste</translation>
    </message>
    <message>
        <source>Conversations and the open one</source>
        <translation>Gespräche und das offene</translation>
    </message>
    <message>
        <source>The open conversation and a panel</source>
        <translation>Das offene Gespräch und ein Bereich</translation>
    </message>
    <message>
        <source>It continues without the archives that are gone: {names}.</source>
        <translation>Er läuft ohne die Archive weiter, die nicht mehr da sind: {names}.</translation>
    </message>
    <message>
        <source>Continue the import?</source>
        <translation>Import fortsetzen?</translation>
    </message>
    <message>
        <source>The import of {names} was interrupted.</source>
        <translation>Der Import von {names} wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The import of {names} into the collection “{collection}” was interrupted.</source>
        <translation>Der Import von {names} in die Sammlung „{collection}“ wurde unterbrochen.</translation>
    </message>
    <message>
        <source>What was checked is kept. The import continues where it stopped.</source>
        <translation>Was geprüft war, ist aufbewahrt. Der Import geht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>If the disk is full, the import stops. It can continue when there is space.</source>
        <translation>Wenn der Datenträger voll ist, hält der Import an. Er kann fortgesetzt werden, wenn wieder Platz ist.</translation>
    </message>
    <message>
        <source>Import with too little space?</source>
        <translation>Mit zu wenig Platz importieren?</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>Trotzdem importieren</translation>
    </message>
    <message>
        <source>The import has ended</source>
        <translation>Der Import ist zu Ende</translation>
    </message>
    <message>
        <source>the file is damaged here</source>
        <translation>die Datei ist hier beschädigt</translation>
    </message>
    <message>
        <source>the record is far longer than a message can be</source>
        <translation>der Datensatz ist viel länger, als eine Nachricht sein kann</translation>
    </message>
    <message>
        <source>this isn&apos;t JSON, or it was cut off</source>
        <translation>das ist kein JSON, oder es wurde abgeschnitten</translation>
    </message>
    <message>
        <source>this is neither a message nor part of a graph</source>
        <translation>das ist weder eine Nachricht noch Teil eines Graphen</translation>
    </message>
    <message>
        <source>its key isn&apos;t the hash of its text: it was altered, or the key belongs to another message</source>
        <translation>ihr Schlüssel ist nicht der Hash ihres Textes: Sie wurde verändert, oder der Schlüssel gehört zu einer anderen Nachricht</translation>
    </message>
    <message>
        <source>its author isn&apos;t a well-formed feed id</source>
        <translation>ihr Autor ist keine wohlgeformte Feed-ID</translation>
    </message>
    <message>
        <source>its signature isn&apos;t an Ed25519 signature in 88 characters of canonical base64</source>
        <translation>ihre Signatur ist keine Ed25519-Signatur aus 88 Zeichen in kanonischem Base64</translation>
    </message>
    <message>
        <source>its link to the previous message can&apos;t be right</source>
        <translation>ihr Verweis auf die vorige Nachricht kann nicht stimmen</translation>
    </message>
    <message>
        <source>its sequence number can&apos;t be right</source>
        <translation>ihre laufende Nummer kann nicht stimmen</translation>
    </message>
    <message>
        <source>its timestamp isn&apos;t a number</source>
        <translation>ihr Zeitstempel ist keine Zahl</translation>
    </message>
    <message>
        <source>it doesn&apos;t have exactly the seven fields of a message in the right order</source>
        <translation>sie hat nicht genau die sieben Felder einer Nachricht in der richtigen Reihenfolge</translation>
    </message>
    <message>
        <source>its content is neither an object nor an encrypted text</source>
        <translation>ihr Inhalt ist weder ein Objekt noch ein verschlüsselter Text</translation>
    </message>
    <message>
        <source>its encrypted content isn&apos;t canonical base64 with a .box suffix</source>
        <translation>ihr verschlüsselter Inhalt ist kein kanonisches Base64 mit der Endung .box</translation>
    </message>
    <message>
        <source>its hash isn&apos;t sha256</source>
        <translation>ihr Hash ist nicht sha256</translation>
    </message>
    <message>
        <source>it is longer than 8,192 characters</source>
        <translation>sie ist länger als 8.192 Zeichen</translation>
    </message>
    <message>
        <source>its content has no type of 3 to 52 characters</source>
        <translation>ihr Inhalt hat keinen Typ von 3 bis 52 Zeichen</translation>
    </message>
    <message>
        <source>its signature doesn&apos;t match its text: it was altered, or signed by someone else</source>
        <translation>ihre Signatur passt nicht zu ihrem Text: Sie wurde verändert, oder jemand anderes hat sie signiert</translation>
    </message>
    <message>
        <source>its data doesn&apos;t match its metadata</source>
        <translation>ihre Daten passen nicht zu ihren Metadaten</translation>
    </message>
    <message>
        <source>the same message is already here, perhaps without bytes after its signature</source>
        <translation>dieselbe Nachricht ist schon da, vielleicht ohne Bytes hinter ihrer Signatur</translation>
    </message>
    <message>
        <source>its feed already continued with another message at this position</source>
        <translation>ihr Feed ging an dieser Stelle schon mit einer anderen Nachricht weiter</translation>
    </message>
    <message>
        <source>the message before it in its feed is missing</source>
        <translation>die Nachricht vor ihr in ihrem Feed fehlt</translation>
    </message>
    <message>
        <source>the file lost a character that its author signed, so it can&apos;t be verified</source>
        <translation>die Datei hat ein Zeichen verloren, das der Autor signiert hat; deshalb lässt sich die Nachricht nicht prüfen</translation>
    </message>
    <message>
        <source>it comes after itself, through others</source>
        <translation>sie kommt über andere nach sich selbst</translation>
    </message>
    <message>
        <source>its content isn&apos;t signed by the subfeed that it names</source>
        <translation>ihr Inhalt ist nicht von dem Unterfeed signiert, den sie nennt</translation>
    </message>
    <message>
        <source>the subfeed that it names isn&apos;t a well-formed feed id</source>
        <translation>der Unterfeed, den sie nennt, ist keine wohlgeformte Feed-ID</translation>
    </message>
    <message>
        <source>the metafeed that it names isn&apos;t a Bendy Butt feed</source>
        <translation>der Metafeed, den sie nennt, ist kein Bendy-Butt-Feed</translation>
    </message>
    <message>
        <source>the nonce that its subfeed is derived from doesn&apos;t have 32 bytes</source>
        <translation>die Nonce, aus der ihr Unterfeed abgeleitet ist, ist nicht 32 Byte lang</translation>
    </message>
    <message>
        <source>the key that signed it didn&apos;t belong to its account</source>
        <translation>der Schlüssel, der sie signierte, gehörte nicht zu ihrem Konto</translation>
    </message>
    <message>
        <source>it can&apos;t be at the position that it claims in its tangle</source>
        <translation>sie kann in ihrem Geflecht nicht an der Stelle sein, die sie angibt</translation>
    </message>
    <message>
        <source>it refers to more others than this collection takes</source>
        <translation>sie verweist auf mehr andere, als diese Sammlung annimmt</translation>
    </message>
    <message>
        <source>it refers to more others than this collection takes, so only the first of them count</source>
        <translation>sie verweist auf mehr andere, als diese Sammlung annimmt, daher zählen nur die ersten davon</translation>
    </message>
    <message>
        <source>no signature was checked, so its author isn&apos;t verified</source>
        <translation>keine Signatur wurde geprüft, der Autor ist also nicht bestätigt</translation>
    </message>
    <message>
        <source>its link to the previous message is a list</source>
        <translation>ihr Verweis auf die vorige Nachricht ist eine Liste</translation>
    </message>
    <message>
        <source>its encrypted content ends in neither .box nor .box2</source>
        <translation>ihr verschlüsselter Inhalt endet weder mit .box noch mit .box2</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>It uses the format {format}, which can&apos;t be verified yet</source>
        <translation>Sie hat das Format {format}, das noch nicht geprüft werden kann</translation>
    </message>
    <message>
        <source>Valid for ssb-validate, refused by ssb-classic: {because}</source>
        <translation>Gültig für ssb-validate, von ssb-classic abgelehnt: {because}</translation>
    </message>
    <message>
        <source>It follows every rule, and no earlier message of its feed is missing.</source>
        <translation>Sie hält jede Regel ein, und keine frühere Nachricht ihres Feeds fehlt.</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>It is valid by itself, but an earlier message of its feed is missing.</source>
        <translation>Für sich ist sie gültig, aber eine frühere Nachricht ihres Feeds fehlt.</translation>
    </message>
    <message>
        <source>Forked</source>
        <translation>Verzweigt</translation>
    </message>
    <message>
        <source>It is valid by itself, but its feed also continued with another message.</source>
        <translation>Für sich ist sie gültig, aber ihr Feed ging auch mit einer anderen Nachricht weiter.</translation>
    </message>
    <message>
        <source>Unverified</source>
        <translation>Ungeprüft</translation>
    </message>
    <message>
        <source>It follows every rule. Messages before it may be missing.</source>
        <translation>Sie befolgt jede Regel. Nachrichten vor ihr können fehlen.</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>Ungültig</translation>
    </message>
    <message>
        <source>It breaks a rule.</source>
        <translation>Sie verletzt eine Regel.</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Comes after ({number:,})</source>
        <translation>Kommt nach ({number:,})</translation>
    </message>
    <message>
        <source>Tips its author had seen</source>
        <translation>Enden, die ihr Autor gesehen hatte</translation>
    </message>
    <message>
        <source>Is followed by ({number:,})</source>
        <translation>Es folgen ({number:,})</translation>
    </message>
    <message>
        <source>Also answered by ({number:,})</source>
        <translation>Auch beantwortet von ({number:,})</translation>
    </message>
    <message>
        <source>Lipmaa links</source>
        <translation>Lipmaa-Verweise</translation>
    </message>
    <message>
        <source>Links out of the conversation ({number:,})</source>
        <translation>Links aus dem Gespräch hinaus ({number:,})</translation>
    </message>
    <message>
        <source>Also in ({number:,})</source>
        <translation>Auch in ({number:,})</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Beweis</translation>
    </message>
    <message>
        <source>by its author on {time}</source>
        <translation>vom Autor am {time}</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>{n:,} versions don&apos;t follow each other; the one that its author signed last counts.</source>
        <translation>{n:,} Fassungen folgen nicht aufeinander; es gilt die, die der Autor zuletzt signiert hat.</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Verzweigung</translation>
    </message>
    <message>
        <source>Version {n:,}, {time}</source>
        <translation>Fassung {n:,}, {time}</translation>
    </message>
    <message>
        <source>{version}, doesn&apos;t count</source>
        <translation>{version}, gilt nicht</translation>
    </message>
    <message>
        <source>Versions ({number:,})</source>
        <translation>Fassungen ({number:,})</translation>
    </message>
    <message>
        <source>Proposed by others ({number:,})</source>
        <translation>Von anderen vorgeschlagen ({number:,})</translation>
    </message>
    <message>
        <source>nothing that is text</source>
        <translation>nichts, was Text ist</translation>
    </message>
    <message>
        <source>asks to delete it</source>
        <translation>bittet darum, sie zu löschen</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Feed</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>verschlüsselt</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>{position:,} of {events:,}</source>
        <translation>{position:,} von {events:,}</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>{rank:,}, the length of the longest path from a root</source>
        <translation>{rank:,}, die Länge des längsten Wegs von einer Wurzel</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Liked by ({number:,})</source>
        <translation>Gefällt ({number:,})</translation>
    </message>
    <message>
        <source>root metafeed</source>
        <translation>Wurzel-Metafeed</translation>
    </message>
    <message>
        <source>known by this feed</source>
        <translation>unter diesem Feed bekannt</translation>
    </message>
    <message>
        <source>this message</source>
        <translation>diese Nachricht</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>Feeds of this person ({number:,})</source>
        <translation>Feeds dieser Person ({number:,})</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>{time}, says the author</source>
        <translation>{time}, sagt der Autor</translation>
    </message>
    <message numerus="yes">
        <source>All of these: it joined the {n:,} tips that its author knew of.</source>
        <comment>Its cause was the only tip that its author knew of.</comment>
        <translation>
            <numerusform>Ihre Ursache war das einzige Ende, das ihr Autor kannte.</numerusform>
            <numerusform>Alle diese: Sie verband die {n:,} Enden, die ihr Autor kannte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Neither author knew of the other&apos;s message, so either may be older.</source>
        <translation>Keiner der Autoren kannte die Nachricht des anderen; jede kann die ältere sein.</translation>
    </message>
    <message>
        <source>This one was certainly written after the pinned one.</source>
        <translation>Diese wurde sicher nach der angehefteten geschrieben.</translation>
    </message>
    <message>
        <source>This one was certainly written before the pinned one.</source>
        <translation>Diese wurde sicher vor der angehefteten geschrieben.</translation>
    </message>
    <message>
        <source>It was verified when it was read.</source>
        <translation>Beim Lesen geprüft.</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>The file lost a character of it, so it can&apos;t be checked.</source>
        <translation>Die Datei hat ein Zeichen von ihr verloren; sie kann nicht geprüft werden.</translation>
    </message>
    <message>
        <source>Other messages name it, but it isn&apos;t here.</source>
        <translation>Andere Nachrichten nennen sie, aber sie ist nicht hier.</translation>
    </message>
    <message>
        <source>Compared with the pinned message</source>
        <translation>Verglichen mit der angehefteten Nachricht</translation>
    </message>
    <message>
        <source>Unknown until it arrives</source>
        <translation>Unbekannt, bis sie ankommt</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>The author gave no time.</source>
        <translation>Der Autor gab keine Zeit an.</translation>
    </message>
    <message>
        <source>At least {ahead} ahead: it arrived before it was written.</source>
        <translation>Geht mindestens {ahead} vor: Sie kam an, bevor sie geschrieben wurde.</translation>
    </message>
    <message>
        <source>At least {ahead} ahead: a reply arrived before it was written.</source>
        <translation>Geht mindestens {ahead} vor: Eine Antwort kam an, bevor sie geschrieben wurde.</translation>
    </message>
    <message>
        <source>It claims to be {older} older than the message that it replies to: one of the clocks is wrong.</source>
        <translation>Sie gibt an, {older} älter zu sein als die Nachricht, auf die sie antwortet: Eine der Uhren geht falsch.</translation>
    </message>
    <message>
        <source>It arrived {time} after that.</source>
        <translation>Sie kam {time} danach an.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} other causes came before.</source>
        <comment>{n:,} other cause came before.</comment>
        <translation>
            <numerusform>{n:,} weitere Ursache kam früher.</numerusform>
            <numerusform>{n:,} weitere Ursachen kamen früher.</numerusform>
        </translation>
    </message>
    <message>
        <source>No known messages lead from one to the other, but missing ones may:</source>
        <translation>Keine bekannten Nachrichten führen von einer zur anderen, fehlende vielleicht schon:</translation>
    </message>
    <message>
        <source>Messages that aren&apos;t in this conversation lead there.</source>
        <translation>Dorthin führen Nachrichten, die nicht in diesem Gespräch sind.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} steps lead there:</source>
        <comment>{n:,} step leads there:</comment>
        <translation>
            <numerusform>{n:,} Schritt führt dorthin:</numerusform>
            <numerusform>{n:,} Schritte führen dorthin:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} signed steps prove it:</source>
        <comment>{n:,} signed step proves it:</comment>
        <translation>
            <numerusform>{n:,} signierter Schritt beweist es:</numerusform>
            <numerusform>{n:,} signierte Schritte beweisen es:</numerusform>
        </translation>
    </message>
    <message>
        <source>{name}, from row {source:,} to {destination:,}</source>
        <translation>{name}, von Zeile {source:,} nach {destination:,}</translation>
    </message>
    <message numerus="yes">
        <source>Both have {n:,} messages.</source>
        <comment>Both have {n:,} message.</comment>
        <translation>
            <numerusform>Beide haben {n:,} Nachricht.</numerusform>
            <numerusform>Beide haben {n:,} Nachrichten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They have different versions of {n:,} messages: {names}.</source>
        <comment>They have different versions of {n:,} message: {names}.</comment>
        <translation>
            <numerusform>Sie haben verschiedene Fassungen von {n:,} Nachricht: {names}.</numerusform>
            <numerusform>Sie haben verschiedene Fassungen von {n:,} Nachrichten: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>They have the same order.</source>
        <translation>Sie haben dieselbe Reihenfolge.</translation>
    </message>
    <message numerus="yes">
        <source>The first {n:,} rows are the same in both orders.</source>
        <comment>The first row is the same in both orders.</comment>
        <translation>
            <numerusform>Die erste Zeile ist in beiden Reihenfolgen gleich.</numerusform>
            <numerusform>Die ersten {n:,} Zeilen sind in beiden Reihenfolgen gleich.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} alone has the cause, {message}.</source>
        <translation>{name} hat die Ursache, {message}; dem anderen fehlt sie.</translation>
    </message>
    <message>
        <source>After they exchange the missing messages, both have the same order:</source>
        <translation>Wenn sie die fehlenden Nachrichten ausgetauscht haben, haben beide dieselbe Reihenfolge:</translation>
    </message>
    <message>
        <source>{name} has nothing that the other lacks.</source>
        <translation>{name} hat nichts, was dem anderen fehlt.</translation>
    </message>
    <message numerus="yes">
        <source>{name} has {n:,} messages that the other lacks: {messages}.</source>
        <comment>{name} has {n:,} message that the other lacks: {messages}.</comment>
        <translation>
            <numerusform>{name} hat {n:,} Nachricht, die dem anderen fehlt: {messages}.</numerusform>
            <numerusform>{name} hat {n:,} Nachrichten, die dem anderen fehlen: {messages}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Row {row:,}: {name} has no more messages.</source>
        <translation>Zeile {row:,}: {name} hat keine Nachrichten mehr.</translation>
    </message>
    <message>
        <source>Row {row:,}: {name} has {message}.</source>
        <translation>Zeile {row:,}: {name} hat {message}.</translation>
    </message>
    <message>
        <source>{name} receives {received:,} and keeps all its rows.</source>
        <translation>{name} erhält {received:,} und behält alle seine Zeilen.</translation>
    </message>
    <message numerus="yes">
        <source>{name} receives {received:,}; its last {n:,} rows change.</source>
        <comment>{name} receives {received:,}; its last row changes.</comment>
        <translation>
            <numerusform>{name} erhält {received:,}; seine letzte Zeile ändert sich.</numerusform>
            <numerusform>{name} erhält {received:,}; seine letzten {n:,} Zeilen ändern sich.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of its messages move: {messages}.</source>
        <comment>{n:,} of its messages moves: {messages}.</comment>
        <translation>
            <numerusform>{n:,} seiner Nachrichten verschiebt sich: {messages}.</numerusform>
            <numerusform>{n:,} seiner Nachrichten verschieben sich: {messages}.</numerusform>
        </translation>
    </message>
    <message>
        <source>and {more:,} more</source>
        <translation>und {more:,} weitere</translation>
    </message>
    <message>
        <source>{name} isn&apos;t in the order of this conversation.</source>
        <translation>{name} ist nicht in der Reihenfolge dieses Gesprächs.</translation>
    </message>
    <message>
        <source>No message is new or has moved since then.</source>
        <translation>Seitdem ist keine Nachricht neu, und keine hat sich verschoben.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages are new since then; there were none before.</source>
        <comment>{n:,} message is new since then; there was none before.</comment>
        <translation>
            <numerusform>{n:,} Nachricht ist seitdem neu; vorher gab es keine.</numerusform>
            <numerusform>{n:,} Nachrichten sind seitdem neu; vorher gab es keine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages are new since then,</source>
        <comment>{n:,} message is new since then,</comment>
        <translation>
            <numerusform>{n:,} Nachricht ist seitdem neu,</numerusform>
            <numerusform>{n:,} Nachrichten sind seitdem neu,</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and none of the {n:,} earlier ones moved.</source>
        <comment>and the earlier one didn&apos;t move.</comment>
        <translation>
            <numerusform>und die frühere hat sich nicht verschoben.</numerusform>
            <numerusform>und keine der {n:,} früheren hat sich verschoben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} of the {before:,} earlier ones moved:</source>
        <comment>and {n:,} of the {before:,} earlier ones moved:</comment>
        <translation>
            <numerusform>und {n:,} der {before:,} früheren hat sich verschoben:</numerusform>
            <numerusform>und {n:,} der {before:,} früheren haben sich verschoben:</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that is known here</source>
        <translation>Nichts, was hier bekannt ist</translation>
    </message>
    <message>
        <source>None of the messages at its lipmaa depth is here.</source>
        <translation>Keine der Nachrichten in ihrer Lipmaa-Tiefe ist hier.</translation>
    </message>
    <message>
        <source>It names all that its author knew at that depth.</source>
        <translation>Sie nennt alle, die ihr Autor in dieser Tiefe kannte.</translation>
    </message>
    <message>
        <source>It should name these, too, which its author knew:</source>
        <translation>Sie sollte auch diese nennen, die ihr Autor kannte:</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>It can&apos;t be checked: the file lost part of what was signed.</source>
        <translation>Sie ist nicht prüfbar: Die Datei hat einen Teil des Signierten verloren.</translation>
    </message>
    <message>
        <source>It is the hash of the text.</source>
        <translation>Sie ist der Hash des Textes.</translation>
    </message>
    <message>
        <source>It isn&apos;t the hash of the text.</source>
        <translation>Sie ist nicht der Hash des Textes.</translation>
    </message>
    <message>
        <source>Valid: the author signed exactly this text.</source>
        <translation>Gültig: Der Autor hat genau diesen Text signiert.</translation>
    </message>
    <message>
        <source>Not valid by itself: networks with a key of their own sign differently.</source>
        <translation>Für sich nicht gültig: Netze mit eigenem Schlüssel signieren anders.</translation>
    </message>
    <message>
        <source>Your keys decrypt no message in this collection.</source>
        <translation>Deine Schlüssel entschlüsseln keine Nachricht in dieser Sammlung.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private messages are decrypted and in the list Private; their text is kept in the database.</source>
        <comment>{n:,} private message is decrypted and in the list Private; its text is kept in the database.</comment>
        <translation>
            <numerusform>{n:,} private Nachricht ist entschlüsselt und in der Liste „Privat“; ihr Text wird in der Datenbank behalten.</numerusform>
            <numerusform>{n:,} private Nachrichten sind entschlüsselt und in der Liste „Privat“; ihr Text wird in der Datenbank behalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private messages are decrypted and in the list Private until you quit; nothing is saved to disk.</source>
        <comment>{n:,} private message is decrypted and in the list Private until you quit; nothing is saved to disk.</comment>
        <translation>
            <numerusform>{n:,} private Nachricht ist bis zum Beenden entschlüsselt und in der Liste „Privat“; gespeichert wird nichts.</numerusform>
            <numerusform>{n:,} private Nachrichten sind bis zum Beenden entschlüsselt und in der Liste „Privat“; gespeichert wird nichts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The text of {n:,} private messages is kept from now on.</source>
        <comment>The text of {n:,} private message is kept from now on.</comment>
        <translation>
            <numerusform>Der Text von {n:,} privater Nachricht wird von jetzt an behalten.</numerusform>
            <numerusform>Der Text von {n:,} privaten Nachrichten wird von jetzt an behalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Private text is no longer kept; decrypted messages can be read until you quit.</source>
        <translation>Privater Text wird nicht mehr behalten; entschlüsselte Nachrichten bleiben bis zum Beenden lesbar.</translation>
    </message>
    <message>
        <source>{number:,} concurrent</source>
        <translation>{number:,} gleichzeitig</translation>
    </message>
    <message>
        <source>{number:,} before</source>
        <translation>{number:,} davor</translation>
    </message>
    <message>
        <source>{number:,} before ({missing:,} missing)</source>
        <translation>{number:,} davor ({missing:,} fehlend)</translation>
    </message>
    <message>
        <source>{number:,} after</source>
        <translation>{number:,} danach</translation>
    </message>
    <message>
        <source>{number:,} unknown to its author</source>
        <translation>{number:,} ihrem Autor unbekannt</translation>
    </message>
    <message>
        <source>among the {number:,} nearest</source>
        <translation>unter den {number:,} nächsten</translation>
    </message>
    <message>
        <source>[picture: {name}]</source>
        <translation>[Bild: {name}]</translation>
    </message>
    <message>
        <source>[picture]</source>
        <translation>[Bild]</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menüs</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>“{command}” needs SSB messages; this collection has only graphs.</source>
        <translation>„{command}“ braucht Nachrichten von SSB; in dieser Sammlung sind nur Graphen.</translation>
    </message>
    <message>
        <source>“{command}” needs authors; no message here names one.</source>
        <translation>„{command}“ braucht Autoren; keine Nachricht hier nennt einen.</translation>
    </message>
    <message>
        <source>“{command}” needs times; the messages here have none.</source>
        <translation>„{command}“ braucht Zeiten; die Nachrichten hier haben keine.</translation>
    </message>
    <message>
        <source>“{command}” needs an address; the messages here have none.</source>
        <translation>„{command}“ braucht eine Adresse; die Nachrichten hier haben keine.</translation>
    </message>
    <message>
        <source>“{command}” needs an author; this message has no known one.</source>
        <translation>„{command}“ braucht einen Autor; von dieser Nachricht ist keiner bekannt.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>no id</source>
        <translation>keine ID</translation>
    </message>
    <message numerus="yes">
        <source>

… and {n:,} bytes more</source>
        <comment>

… and {n:,} byte more</comment>
        <translation>
            <numerusform>

… und {n:,} Byte mehr</numerusform>
            <numerusform>

… und {n:,} Byte mehr</numerusform>
        </translation>
    </message>
    <message>
        <source>{why}.
{archive}, {place}, {size:,} bytes:</source>
        <translation>{why}.
{archive}, {place}, {size:,} Byte:</translation>
    </message>
    <message>
        <source>domain {domain}</source>
        <translation>Domäne {domain}</translation>
    </message>
    <message>
        <source>account {account}</source>
        <translation>Konto {account}</translation>
    </message>
    <message>
        <source>received {time}</source>
        <translation>empfangen {time}</translation>
    </message>
    <message numerus="yes">
        <source>Missing message {key}, named by {n:,} messages here</source>
        <comment>Missing message {key}, named by {n:,} message here</comment>
        <translation>
            <numerusform>Fehlende Nachricht {key}, hier von {n:,} Nachricht genannt</numerusform>
            <numerusform>Fehlende Nachricht {key}, hier von {n:,} Nachrichten genannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages in one row</source>
        <comment>{n:,} message in one row</comment>
        <translation>
            <numerusform>{n:,} Nachricht in einer Zeile</numerusform>
            <numerusform>{n:,} Nachrichten in einer Zeile</numerusform>
        </translation>
    </message>
    <message>
        <source>picture: {name}</source>
        <translation>Bild: {name}</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>in reply to {names}</source>
        <translation>Antwort an {names}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} causes</source>
        <comment>{n:,} cause</comment>
        <translation>
            <numerusform>{n:,} Ursache</numerusform>
            <numerusform>{n:,} Ursachen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} likes</source>
        <comment>{n:,} like</comment>
        <translation>
            <numerusform>{n:,} Like</numerusform>
            <numerusform>{n:,} Likes</numerusform>
        </translation>
    </message>
    <message>
        <source>{messages} of {name} hidden</source>
        <translation>{messages} von {name} verborgen</translation>
    </message>
    <message>
        <source>{messages} of {authors} hidden</source>
        <translation>{messages} von {authors} verborgen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} missing messages</source>
        <comment>{n:,} missing message</comment>
        <translation>
            <numerusform>{n:,} fehlende Nachricht</numerusform>
            <numerusform>{n:,} fehlende Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>received {time}; its author claims {claimed}</source>
        <translation>empfangen {time}; der Autor behauptet {claimed}</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>There is nothing here to export.</source>
        <translation>Hier gibt es nichts zu exportieren.</translation>
    </message>
    <message>
        <source>News</source>
        <translation>Neues</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Feeds</source>
        <translation>Feeds</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unread conversations</source>
        <comment>{n:,} unread conversation</comment>
        <translation>
            <numerusform>{n:,} ungelesenes Gespräch</numerusform>
            <numerusform>{n:,} ungelesene Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private conversations</source>
        <comment>{n:,} private conversation</comment>
        <translation>
            <numerusform>{n:,} privates Gespräch</numerusform>
            <numerusform>{n:,} private Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private groups</source>
        <comment>{n:,} private group</comment>
        <translation>
            <numerusform>{n:,} private Gruppe</numerusform>
            <numerusform>{n:,} private Gruppen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} people</source>
        <comment>{n:,} person</comment>
        <translation>
            <numerusform>{n:,} Person</numerusform>
            <numerusform>{n:,} Personen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} mentioned people</source>
        <comment>{n:,} mentioned person</comment>
        <translation>
            <numerusform>{n:,} erwähnte Person</numerusform>
            <numerusform>{n:,} erwähnte Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>No thread or graph is in this collection.</source>
        <translation>In dieser Sammlung gibt es keinen Thread und keinen Graphen.</translation>
    </message>
    <message>
        <source>Everything has been read.</source>
        <translation>Alles ist gelesen.</translation>
    </message>
    <message>
        <source>The conversations that you open will be listed here.</source>
        <translation>Hier stehen später die Gespräche, die du öffnest.</translation>
    </message>
    <message>
        <source>No private message here is decrypted. To read yours, give your key: File &gt; Private messages &gt; Decrypt private messages.</source>
        <translation>Hier ist keine private Nachricht entschlüsselt. Um deine zu lesen, gib deinen Schlüssel an: Datei &gt; Private Nachrichten &gt; Private Nachrichten entschlüsseln.</translation>
    </message>
    <message>
        <source>No message of a private group here is decrypted. Give the keys of a group: File &gt; Private messages &gt; Read group keys.</source>
        <translation>Hier ist keine Nachricht einer privaten Gruppe entschlüsselt. Gib die Schlüssel einer Gruppe an: Datei &gt; Private Nachrichten &gt; Gruppenschlüssel lesen.</translation>
    </message>
    <message>
        <source>No message here belongs to a tangle other than a thread.</source>
        <translation>Keine Nachricht hier gehört zu einem Geflecht, das kein Thread ist.</translation>
    </message>
    <message>
        <source>No message here is signed.</source>
        <translation>Keine Nachricht hier ist signiert.</translation>
    </message>
    <message>
        <source>No message here names a channel.</source>
        <translation>Keine Nachricht hier nennt einen Kanal.</translation>
    </message>
    <message>
        <source>No message here mentions anyone.</source>
        <translation>Keine Nachricht hier erwähnt jemanden.</translation>
    </message>
    <message>
        <source>Last activity</source>
        <translation>Letzte Aktivität</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Unread</source>
        <translation>Ungelesen</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Erwähnungen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} conversations</source>
        <comment>{n:,} conversation</comment>
        <translation>
            <numerusform>{n:,} Gespräch</numerusform>
            <numerusform>{n:,} Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} recent conversations</source>
        <comment>{n:,} recent conversation</comment>
        <translation>
            <numerusform>{n:,} zuletzt geöffnetes Gespräch</numerusform>
            <numerusform>{n:,} zuletzt geöffnete Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} tangles</source>
        <comment>{n:,} tangle</comment>
        <translation>
            <numerusform>{n:,} Geflecht</numerusform>
            <numerusform>{n:,} Geflechte</numerusform>
        </translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>There are none here.</source>
        <translation>Hier sind keine.</translation>
    </message>
    <message>
        <source>{feed}: forked at message {n:,}; kept up to message {last:,}</source>
        <translation>{feed}: verzweigt bei Nachricht {n:,}; behalten bis Nachricht {last:,}</translation>
    </message>
    <message numerus="yes">
        <source>{feed}: {n:,} messages up to {last:,} are missing</source>
        <comment>{feed}: {n:,} message up to {last:,} is missing</comment>
        <translation>
            <numerusform>{feed}: {n:,} Nachricht bis {last:,} fehlt</numerusform>
            <numerusform>{feed}: {n:,} Nachrichten bis {last:,} fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>{feed}: whole up to message {last:,}</source>
        <translation>{feed}: vollständig bis Nachricht {last:,}</translation>
    </message>
    <message>
        <source>{path} ({format}): records: {records:,}; proven messages: {messages:,}; only here: {only:,}</source>
        <translation>{path} ({format}): Einträge: {records:,}; bewiesene Nachrichten: {messages:,}; nur hier: {only:,}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} damaged records, {size:,} bytes:</source>
        <comment>{n:,} damaged record, {size:,} bytes:</comment>
        <translation>
            <numerusform>{n:,} beschädigter Eintrag, {size:,} Byte:</numerusform>
            <numerusform>{n:,} beschädigte Einträge, {size:,} Byte:</numerusform>
        </translation>
    </message>
    <message>
        <source>no message of it survived. Find an archive that has its messages.</source>
        <translation>keine Nachricht davon ist erhalten. Suche ein Archiv, das seine Nachrichten enthält.</translation>
    </message>
    <message>
        <source>it is forked at message {n:,}: both messages exist, so others may have stopped reading it. Use a new identity.</source>
        <translation>er ist bei Nachricht {n:,} verzweigt: Es gibt beide Nachrichten, also lesen andere ihn vielleicht nicht mehr. Verwende eine neue Identität.</translation>
    </message>
    <message>
        <source>message {n:,} exists, but its archive has lost characters of it. Find an archive in which it is whole.</source>
        <translation>es gibt Nachricht {n:,}, aber ihr Archiv hat Zeichen davon verloren. Suche ein Archiv, in dem sie vollständig ist.</translation>
    </message>
    <message>
        <source>later messages may exist that no archive has. Name the archive that your program wrote last, or ask friends for an export of your feed and rescue it with the others.</source>
        <translation>vielleicht gibt es spätere Nachrichten, die kein Archiv enthält. Nenne das Archiv, das dein Programm zuletzt geschrieben hat, oder frage Freunde nach einem Export des Feeds und rette ihn mit den anderen.</translation>
    </message>
    <message>
        <source>message {n:,} isn&apos;t in {latest}, so that wasn&apos;t written last, or it has lost some.</source>
        <translation>Nachricht {n:,} ist nicht in {latest}; das wurde also nicht zuletzt geschrieben, oder ihm fehlen Nachrichten.</translation>
    </message>
    <message>
        <source>{latest} is damaged: later messages may be among its bad records. Ask friends for an export of your feed and rescue it with the others.</source>
        <translation>{latest} ist beschädigt: Spätere Nachrichten können unter den beschädigten Einträgen sein. Frage Freunde nach einem Export des Feeds und rette ihn mit den anderen.</translation>
    </message>
    <message>
        <source>message {n:,} is the last one in {latest}, which isn&apos;t damaged, and no other archive has a later one. This holds only if {latest} is what your program wrote last.</source>
        <translation>Nachricht {n:,} ist die letzte in {latest}, das nicht beschädigt ist, und kein anderes Archiv hat eine spätere. Das gilt nur, wenn dein Programm zuletzt {latest} geschrieben hat.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages of {feeds} are in {target}.</source>
        <comment>{n:,} message of {feeds} is in {target}.</comment>
        <translation>
            <numerusform>{n:,} Nachricht aus {feeds} liegt in {target}.</numerusform>
            <numerusform>{n:,} Nachrichten aus {feeds} liegen in {target}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} feeds</source>
        <comment>{n:,} feed</comment>
        <translation>
            <numerusform>{n:,} Feed</numerusform>
            <numerusform>{n:,} Feeds</numerusform>
        </translation>
    </message>
    <message>
        <source>known to others up to message {n:,}, which {by} names in {message}</source>
        <translation>anderen bekannt bis Nachricht {n:,}, die {by} in {message} nennt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more are in aside.ndjson: other branches of forked feeds, and messages that can&apos;t be proven or that the log can&apos;t hold.</source>
        <comment>{n:,} more is in aside.ndjson: another branch of a forked feed, or a message that can&apos;t be proven or that the log can&apos;t hold.</comment>
        <translation>
            <numerusform>{n:,} weitere liegt in aside.ndjson: ein anderer Zweig eines verzweigten Feeds oder eine Nachricht, die nicht bewiesen werden kann oder nicht ins Log passt.</numerusform>
            <numerusform>{n:,} weitere liegen in aside.ndjson: andere Zweige verzweigter Feeds und Nachrichten, die nicht bewiesen werden können oder nicht ins Log passen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files of messages are in blobs.</source>
        <comment>{n:,} file of a message is in blobs.</comment>
        <translation>
            <numerusform>{n:,} Datei einer Nachricht liegt in blobs.</numerusform>
            <numerusform>{n:,} Dateien von Nachrichten liegen in blobs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files of messages are damaged in all archives.</source>
        <comment>{n:,} file of a message is damaged in all archives.</comment>
        <translation>
            <numerusform>{n:,} Datei einer Nachricht ist in allen Archiven beschädigt.</numerusform>
            <numerusform>{n:,} Dateien von Nachrichten sind in allen Archiven beschädigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages of {feeds} are the difference. Nothing was written.</source>
        <comment>{n:,} message of {feeds} is the difference. Nothing was written.</comment>
        <translation>
            <numerusform>{n:,} Nachricht von {feeds} ist der Unterschied. Nichts wurde geschrieben.</numerusform>
            <numerusform>{n:,} Nachrichten von {feeds} sind der Unterschied. Nichts wurde geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages of {feeds} survived. Nothing was written.</source>
        <comment>{n:,} message of {feeds} survived. Nothing was written.</comment>
        <translation>
            <numerusform>{n:,} Nachricht von {feeds} ist erhalten. Nichts wurde geschrieben.</numerusform>
            <numerusform>{n:,} Nachrichten von {feeds} sind erhalten. Nichts wurde geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not in {archives}:</source>
        <translation>Nicht in {archives}:</translation>
    </message>
    <message>
        <source>{feed}: messages {spans}</source>
        <translation>{feed}: Nachrichten {spans}</translation>
    </message>
    <message>
        <source>{feed} can be continued after message {n:,}: {reason}</source>
        <translation>{feed} kann nach Nachricht {n:,} fortgesetzt werden: {reason}</translation>
    </message>
    <message>
        <source>Don&apos;t continue {feed}: {reason}</source>
        <translation>Setze {feed} nicht fort: {reason}</translation>
    </message>
    <message>
        <source>It can&apos;t be known whether {feed} may be continued: {reason}</source>
        <translation>Ob {feed} fortgesetzt werden darf, lässt sich nicht feststellen: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} feeds are whole.</source>
        <comment>{n:,} feed is whole.</comment>
        <translation>
            <numerusform>{n:,} Feed ist vollständig.</numerusform>
            <numerusform>{n:,} Feeds sind vollständig.</numerusform>
        </translation>
    </message>
    <message>
        <source>missing: {span}</source>
        <translation>es fehlt: {span}</translation>
    </message>
    <message>
        <source>no message of another author here names one of it</source>
        <translation>keine Nachricht eines anderen Autors hier nennt eine von ihm</translation>
    </message>
    <message>
        <source>only in {source}: {spans}</source>
        <translation>nur in {source}: {spans}</translation>
    </message>
    <message>
        <source>{key}: {first:,} - {last:,}; messages of others that name it: {named:,}; in {sources}</source>
        <translation>{key}: {first:,}–{last:,}; Nachrichten anderer, die sie nennen: {named:,}; in {sources}</translation>
    </message>
    <message>
        <source>{branch} (kept)</source>
        <translation>{branch} (behalten)</translation>
    </message>
    <message>
        <source>Parts of the site</source>
        <translation>Teile der Website</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} channels</source>
        <comment>{n:,} channel</comment>
        <translation>
            <numerusform>{n:,} Kanal</numerusform>
            <numerusform>{n:,} Kanäle</numerusform>
        </translation>
    </message>
    <message>
        <source>Private: {called}</source>
        <translation>Privat: {called}</translation>
    </message>
    <message>
        <source>Thread without text</source>
        <translation>Thread ohne Text</translation>
    </message>
    <message>
        <source>Thread whose beginning is missing</source>
        <translation>Thread, dessen Anfang fehlt</translation>
    </message>
    <message>
        <source>{tangle}: {title}</source>
        <translation>{tangle}: {title}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} new</source>
        <comment>{n:,} new</comment>
        <translation>
            <numerusform>{n:,} neu</numerusform>
            <numerusform>{n:,} neu</numerusform>
        </translation>
    </message>
    <message>
        <source>{tangle}, whose beginning is missing</source>
        <translation>{tangle} (der Anfang fehlt)</translation>
    </message>
    <message>
        <source>The beginning of this conversation is missing.</source>
        <translation>Der Anfang dieses Gesprächs fehlt.</translation>
    </message>
    <message>
        <source>{tangle}, begun by {name}</source>
        <translation>{tangle}, begonnen von {name}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} waiting</source>
        <comment>{n:,} waiting</comment>
        <translation>
            <numerusform>{n:,} wartet</numerusform>
            <numerusform>{n:,} warten</numerusform>
        </translation>
    </message>
    <message>
        <source>Found: {asked}</source>
        <translation>Gefunden: {asked}</translation>
    </message>
    <message>
        <source>Mentions of {name}</source>
        <translation>Erwähnungen von {name}</translation>
    </message>
    <message>
        <source>without {what}</source>
        <translation>ohne {what}</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <source>by {author}</source>
        <translation>von {author}</translation>
    </message>
    <message>
        <source>one of {words}</source>
        <translation>eines von {words}</translation>
    </message>
    <message>
        <source>of type {type}</source>
        <translation>vom Typ {type}</translation>
    </message>
    <message>
        <source>in {channel}</source>
        <translation>in {channel}</translation>
    </message>
    <message>
        <source>since {since}</source>
        <translation>ab {since}</translation>
    </message>
    <message>
        <source>until {until}</source>
        <translation>bis {until}</translation>
    </message>
    <message numerus="yes">
        <source>{names} and {n:,} others</source>
        <comment>{names} and {n:,} other</comment>
        <translation>
            <numerusform>{names} und {n:,} weiterer</numerusform>
            <numerusform>{names} und {n:,} weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{by} gives the same order of {messages:,} messages every time: delivered as written, and {n:,} times {way}.</source>
        <comment>{by} gives the same order of {messages:,} messages both times: delivered as written, and once {way}.</comment>
        <translation>
            <numerusform>{by} gibt beide Male dieselbe Reihenfolge von {messages:,} Nachrichten: zugestellt, wie sie geschrieben wurden, und einmal {way}.</numerusform>
            <numerusform>{by} gibt jedes Mal dieselbe Reihenfolge von {messages:,} Nachrichten: zugestellt, wie sie geschrieben wurden, und {n:,}-mal {way}.</numerusform>
        </translation>
    </message>
    <message>
        <source>It leaves {number:,} of them out.</source>
        <translation>{number:,} davon werden ausgelassen.</translation>
    </message>
    <message>
        <source>Edits per delivery: minimum {least:,}, median {median:,}, maximum {most:,}.</source>
        <translation>Änderungen je Zustellung: mindestens {least:,}, Median {median:,}, höchstens {most:,}.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages have only one order, so there is nothing to compare.</source>
        <comment>{n:,} message has only one order, so there is nothing to compare.</comment>
        <translation>
            <numerusform>{n:,} Nachricht hat nur eine Reihenfolge; es gibt also nichts zu vergleichen.</numerusform>
            <numerusform>{n:,} Nachrichten haben nur eine Reihenfolge; es gibt also nichts zu vergleichen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages</source>
        <comment>{n:,} message</comment>
        <translation>
            <numerusform>{n:,} Nachricht</numerusform>
            <numerusform>{n:,} Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>{by} crashes: {detail}.</source>
        <translation>{by} stürzt ab: {detail}.</translation>
    </message>
    <message>
        <source>{by} fails: {detail}.</source>
        <translation>{by} scheitert: {detail}.</translation>
    </message>
    <message>
        <source>It fails even if there are no messages.</source>
        <translation>Das geschieht sogar ohne Nachrichten.</translation>
    </message>
    <message>
        <source>The smallest delivery for which it fails has {messages}:</source>
        <translation>Die kleinste Zustellung, bei der das geschieht, hat {messages}:</translation>
    </message>
    <message>
        <source>{by} gives two orders for the same delivery of {messages}: it isn&apos;t deterministic.</source>
        <translation>{by} gibt für dieselbe Zustellung von {messages} zwei Reihenfolgen: Das Ergebnis ist nicht eindeutig bestimmt.</translation>
    </message>
    <message>
        <source>{by} depends on the order of arrival. The smallest case has {messages}:</source>
        <translation>{by} hängt von der Reihenfolge der Ankunft ab. Der kleinste Fall hat {messages}:</translation>
    </message>
    <message>
        <source>  {name} follows {causes}</source>
        <translation>  {name} folgt auf {causes}</translation>
    </message>
    <message>
        <source>It arrives as</source>
        <translation>Angekommen als</translation>
    </message>
    <message>
        <source>and ends as</source>
        <translation>und geordnet als</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>A message that isn&apos;t here</source>
        <translation>Eine Nachricht, die nicht hier ist</translation>
    </message>
    <message>
        <source>A message that the database no longer holds</source>
        <translation>Eine Nachricht, die die Datenbank nicht mehr enthält</translation>
    </message>
    <message>
        <source>Liked by {names}</source>
        <translation>Gefällt: {names}</translation>
    </message>
    <message>
        <source>{address} is private, and everyone who has the pages could read it.</source>
        <translation>{address} ist privat, und wer die Seiten hat, könnte es lesen.</translation>
    </message>
    <message>
        <source>{name} didn&apos;t agree to public web pages.</source>
        <translation>{name} hat öffentlichen Webseiten nicht zugestimmt.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t want public web pages.</source>
        <translation>{name} möchte keine öffentlichen Webseiten.</translation>
    </message>
    <message numerus="yes">
        <source>{name} ({n:,} messages)</source>
        <comment>{name} ({n:,} message)</comment>
        <translation>
            <numerusform>{name} ({n:,} Nachricht)</numerusform>
            <numerusform>{name} ({n:,} Nachrichten)</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out, because they didn&apos;t agree to public web pages: {names}.</source>
        <translation>Weggelassen, weil sie öffentlichen Webseiten nicht zugestimmt haben: {names}.</translation>
    </message>
    <message>
        <source>Left out, because they don&apos;t want public web pages: {names}.</source>
        <translation>Weggelassen, weil sie keine öffentlichen Webseiten möchten: {names}.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} people published nothing about it. SSB&apos;s web viewers show only people who agreed (publicWebHosting).</source>
        <comment>{n:,} person published nothing about it. SSB&apos;s web viewers show only people who agreed (publicWebHosting).</comment>
        <translation>
            <numerusform>{n:,} Person hat nichts dazu veröffentlicht. Web-Betrachter von SSB zeigen nur, wer zugestimmt hat (publicWebHosting).</numerusform>
            <numerusform>{n:,} Personen haben nichts dazu veröffentlicht. Web-Betrachter von SSB zeigen nur, wer zugestimmt hat (publicWebHosting).</numerusform>
        </translation>
    </message>
    <message>
        <source>message {key}</source>
        <translation>Nachricht {key}</translation>
    </message>
    <message>
        <source>a person who isn&apos;t shown</source>
        <translation>eine Person, die nicht gezeigt wird</translation>
    </message>
    <message>
        <source>a quote of a person who isn&apos;t shown</source>
        <translation>ein Zitat einer Person, die nicht gezeigt wird</translation>
    </message>
    <message>
        <source>“{text}” by {name}</source>
        <translation>„{text}“ von {name}</translation>
    </message>
    <message>
        <source>That message isn&apos;t here.</source>
        <translation>Diese Nachricht ist nicht hier.</translation>
    </message>
    <message>
        <source>Choose who is mentioned; decrypt private messages to say who you are.</source>
        <translation>Wähle, wer erwähnt wird; entschlüssle private Nachrichten, um zu sagen, wer du bist.</translation>
    </message>
    <message>
        <source>That conversation isn&apos;t here.</source>
        <translation>Dieses Gespräch ist nicht hier.</translation>
    </message>
    <message>
        <source>Nothing with that address is known here. Check it, or import the archive that it comes from.</source>
        <translation>Unter dieser Adresse ist hier nichts bekannt. Prüfe sie oder importiere das Archiv, aus dem sie stammt.</translation>
    </message>
    <message>
        <source>Several addresses begin with {text}; enter more of the address.</source>
        <translation>Mehrere Adressen beginnen mit {text}; gib mehr davon ein.</translation>
    </message>
    <message>
        <source>Several ids begin with {text}; enter more of the id.</source>
        <translation>Mehrere IDs beginnen mit {text}; gib mehr davon ein.</translation>
    </message>
    <message>
        <source>No known id begins with {text}. Check it, or import the archive that it comes from.</source>
        <translation>Keine bekannte ID beginnt mit {text}. Prüfe sie oder importiere das Archiv, aus dem sie stammt.</translation>
    </message>
    <message>
        <source>The clipboard holds no id, link or address.</source>
        <translation>In der Zwischenablage ist keine ID, kein Link und keine Adresse.</translation>
    </message>
    <message>
        <source>This message is in no conversation.</source>
        <translation>Diese Nachricht ist in keinem Gespräch.</translation>
    </message>
    <message>
        <source>Liked by</source>
        <translation>Gefällt</translation>
    </message>
    <message>
        <source>Conversations of this message</source>
        <translation>Gespräche dieser Nachricht</translation>
    </message>
    <message>
        <source>This message replies to no other.</source>
        <translation>Diese Nachricht antwortet auf keine andere.</translation>
    </message>
    <message>
        <source>Nothing here replies to this message.</source>
        <translation>Hier antwortet nichts auf diese Nachricht.</translation>
    </message>
    <message>
        <source>What you read there is no longer here.</source>
        <translation>Was du dort gelesen hast, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Text copied</source>
        <translation>Text kopiert</translation>
    </message>
    <message>
        <source>Address copied</source>
        <translation>Adresse kopiert</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} ids copied</source>
        <comment>Id copied</comment>
        <translation>
            <numerusform>ID kopiert</numerusform>
            <numerusform>{n:,} IDs kopiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} links copied</source>
        <comment>Link copied</comment>
        <translation>
            <numerusform>Link kopiert</numerusform>
            <numerusform>{n:,} Links kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Only SSB messages have links that can be copied.</source>
        <translation>Nur SSB-Nachrichten haben Links, die sich kopieren lassen.</translation>
    </message>
    <message>
        <source>Copied as NDJSON</source>
        <translation>Als NDJSON kopiert</translation>
    </message>
    <message>
        <source>There is no signed text of that message.</source>
        <translation>Von dieser Nachricht gibt es keinen signierten Text.</translation>
    </message>
    <message>
        <source>Id copied</source>
        <translation>ID kopiert</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages selected</source>
        <comment>{n:,} message selected</comment>
        <translation>
            <numerusform>{n:,} Nachricht ausgewählt</numerusform>
            <numerusform>{n:,} Nachrichten ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>1 s</source>
        <translation>1 s</translation>
    </message>
    <message>
        <source>1 min</source>
        <translation>1 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 Tag</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 Jahr</translation>
    </message>
    <message>
        <source>Wrong clocks over time</source>
        <translation>Falsche Uhren im Lauf der Zeit</translation>
    </message>
    <message>
        <source>{ahead:,} ahead, {behind:,} behind</source>
        <translation>{ahead:,} vorgehend, {behind:,} nachgehend</translation>
    </message>
    <message>
        <source>ahead</source>
        <translation>geht vor</translation>
    </message>
    <message>
        <source>behind</source>
        <translation>geht nach</translation>
    </message>
    <message>
        <source>Whose clocks were wrong</source>
        <translation>Wessen Uhren falsch gingen</translation>
    </message>
    <message>
        <source>Open a conversation to learn whose clocks were wrong.</source>
        <translation>Öffne ein Gespräch, um zu erfahren, wessen Uhren falsch gingen.</translation>
    </message>
    <message>
        <source>no other</source>
        <translation>keine andere</translation>
    </message>
    <message>
        <source>Save the comparison as SVG or JSON</source>
        <translation>Den Vergleich als SVG oder JSON speichern</translation>
    </message>
    <message>
        <source>Differences between the orders</source>
        <translation>Unterschiede zwischen den Reihenfolgen</translation>
    </message>
    <message>
        <source>Choose at least two different orders.</source>
        <translation>Wähle mindestens zwei verschiedene Ordnungen.</translation>
    </message>
    <message>
        <source>Reading the conversation…</source>
        <translation>Das Gespräch wird gelesen …</translation>
    </message>
    <message>
        <source>Ordering by {name}…</source>
        <translation>Wird nach {name} geordnet …</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Vergleich speichern</translation>
    </message>
    <message>
        <source>Drawing (*.svg);;Data (*.json)</source>
        <translation>Zeichnung (*.svg);;Daten (*.json)</translation>
    </message>
    <message>
        <source>Saved in {name}</source>
        <translation>Gespeichert in {name}</translation>
    </message>
    <message>
        <source>An order, or a command, file.py:function or plug-in of your own</source>
        <translation>Eine Reihenfolge oder ein eigener Befehl, datei.py:Funktion oder ein eigenes Plug-in</translation>
    </message>
    <message>
        <source>Order {number}</source>
        <translation>Ordnung {number}</translation>
    </message>
    <message>
        <source>Open a conversation to compare its orders.</source>
        <translation>Öffne ein Gespräch, um seine Ordnungen zu vergleichen.</translation>
    </message>
    <message>
        <source>The orders and how they differ</source>
        <translation>Die Reihenfolgen und ihre Unterschiede</translation>
    </message>
    <message>
        <source> · the report&apos;s model needs {report:.1f} with as many feeds</source>
        <translation> · das Modell des Berichts braucht {report:.1f} bei so vielen Feeds</translation>
    </message>
    <message>
        <source>Edits of each step</source>
        <translation>Änderungen je Schritt</translation>
    </message>
    <message>
        <source>{average:.2f} edits per step, {highest:,} at most</source>
        <translation>{average:.2f} Änderungen je Schritt, höchstens {highest:,}</translation>
    </message>
    <message>
        <source>— {average:.2f} edits per step so far</source>
        <translation>— bisher {average:.2f} Änderungen je Schritt</translation>
    </message>
    <message>
        <source>┄ {report:.1f} in the report&apos;s model</source>
        <translation>┄ {report:.1f} laut Bericht</translation>
    </message>
    <message>
        <source>, logarithmic</source>
        <translation>, logarithmisch</translation>
    </message>
    <message>
        <source>{highest:,} at most{scale}</source>
        <translation>höchstens {highest:,}{scale}</translation>
    </message>
    <message>
        <source>Orders side by side</source>
        <translation>Reihenfolgen nebeneinander</translation>
    </message>
    <message>
        <source>The order {by}</source>
        <translation>Die Reihenfolge nach {by}</translation>
    </message>
    <message>
        <source>An order</source>
        <translation>Eine Ordnung</translation>
    </message>
    <message>
        <source>Lines between two orders</source>
        <translation>Linien zwischen zwei Reihenfolgen</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show the whole conversation (0)</source>
        <translation>Das ganze Gespräch zeigen (0)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>Verkleinern (-)</translation>
    </message>
    <message>
        <source>Near</source>
        <translation>Nah</translation>
    </message>
    <message>
        <source>Show the messages around the current one</source>
        <translation>Die Nachrichten um die aktuelle zeigen</translation>
    </message>
    <message>
        <source>Steps around selected messages</source>
        <translation>Schritte um ausgewählte Nachrichten</translation>
    </message>
    <message>
        <source>How many steps around the selected messages</source>
        <translation>Wie viele Schritte um die ausgewählten Nachrichten</translation>
    </message>
    <message>
        <source>Highlight past and future</source>
        <translation>Vergangenheit und Zukunft hervorheben</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Hervorheben</translation>
    </message>
    <message>
        <source>Drawing…</source>
        <translation>Wird gezeichnet …</translation>
    </message>
    <message>
        <source>Drawing the graph of this conversation…</source>
        <translation>Der Graph dieses Gesprächs wird gezeichnet …</translation>
    </message>
    <message>
        <source>Nothing is drawn</source>
        <translation>Nichts ist gezeichnet</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Show by how many ranks each message could be later without changing any other</source>
        <translation>Zeigen, um wie viele Ränge jede Nachricht später sein könnte, ohne dass sich andere ändern</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>Show other edges besides causes</source>
        <translation>Außer Ursachen auch andere Kanten zeigen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Hide authors and types, fold runs</source>
        <translation>Autoren und Typen verbergen, Folgen falten</translation>
    </message>
    <message>
        <source> · Escape for the whole diagram</source>
        <translation> · Esc zeigt das Ganze</translation>
    </message>
    <message>
        <source> · not drawn: arrows: {arrows:,}, missing messages: {missing:,}</source>
        <translation> · nicht gezeichnet: Pfeile: {arrows:,}, fehlende Nachrichten: {missing:,}</translation>
    </message>
    <message>
        <source> · {missing:,} missing</source>
        <translation> · {missing:,} fehlend</translation>
    </message>
    <message>
        <source> · {hidden:,} hidden</source>
        <translation> · {hidden:,} verborgen</translation>
    </message>
    <message>
        <source>No private group can be read here. Give the keys of a group with File &gt; Private messages &gt; Read group keys, or choose File &gt; Samples &gt; Open the sample of a group.</source>
        <translation>Hier ist keine private Gruppe lesbar. Gib die Schlüssel einer Gruppe mit Datei &gt; Private Nachrichten &gt; Gruppenschlüssel lesen an oder wähle Datei &gt; Beispiele &gt; Beispiel einer Gruppe öffnen.</translation>
    </message>
    <message>
        <source>Private group</source>
        <translation>Private Gruppe</translation>
    </message>
    <message>
        <source>Legend: the line of each tangle</source>
        <translation>Legende: die Linie jedes Geflechts</translation>
    </message>
    <message>
        <source>Epochs and members</source>
        <translation>Epochen und Mitglieder</translation>
    </message>
    <message>
        <source>Steps of the group</source>
        <translation>Schritte der Gruppe</translation>
    </message>
    <message>
        <source>Map of the group, epochs and members</source>
        <translation>Karte der Gruppe, Epochen und Mitglieder</translation>
    </message>
    <message numerus="yes">
        <source>Now, after {n:,} messages</source>
        <comment>Now, after {n:,} message</comment>
        <translation>
            <numerusform>Jetzt, nach {n:,} Nachricht</numerusform>
            <numerusform>Jetzt, nach {n:,} Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>{number:,} of {all:,} · {what}</source>
        <translation>{number:,} von {all:,} · {what}</translation>
    </message>
    <message>
        <source>All tangles of the group</source>
        <translation>Alle Geflechte der Gruppe</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>the last epochs have the same members, and its key is the smallest.</source>
        <translation>die letzten Epochen haben dieselben Mitglieder, und ihr Schlüssel ist der kleinste.</translation>
    </message>
    <message>
        <source>its members are in the other last epochs, too, and those have more.</source>
        <translation>ihre Mitglieder sind auch in den anderen letzten Epochen, die noch weitere haben.</translation>
    </message>
    <message>
        <source>the last epochs have members that others lack, and its key is the smallest; a new epoch after it has to leave out {people}.</source>
        <translation>die letzten Epochen haben Mitglieder, die anderen fehlen, und ihr Schlüssel ist der kleinste; eine neue Epoche danach muss {people} weglassen.</translation>
    </message>
    <message>
        <source>No member is in all of the latest epochs: the group has split.</source>
        <translation>Kein Mitglied ist in allen letzten Epochen: Die Gruppe hat sich geteilt.</translation>
    </message>
    <message>
        <source>The keys of the last epochs decide, and not all of them are known here.</source>
        <translation>Die Schlüssel der letzten Epochen entscheiden, und nicht alle sind hier bekannt.</translation>
    </message>
    <message>
        <source>No epoch is known here.</source>
        <translation>Keine Epoche ist hier bekannt.</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>begins epoch {number:,}</source>
        <translation>beginnt Epoche {number:,}</translation>
    </message>
    <message>
        <source>{author} adds {people}</source>
        <translation>{author} nimmt {people} auf</translation>
    </message>
    <message>
        <source>{author} excludes {people}</source>
        <translation>{author} schließt {people} aus</translation>
    </message>
    <message>
        <source>Group {key}</source>
        <translation>Gruppe {key}</translation>
    </message>
    <message>
        <source>begun by {name}</source>
        <translation>begonnen von {name}</translation>
    </message>
    <message>
        <source>members {epoch}</source>
        <translation>Mitglieder {epoch}</translation>
    </message>
    <message>
        <source>All that is known here.</source>
        <translation>Alles, was hier bekannt ist.</translation>
    </message>
    <message>
        <source>The group as {author} knew it then.</source>
        <translation>Die Gruppe, wie {author} sie damals kannte.</translation>
    </message>
    <message>
        <source>Write in epoch {number}:</source>
        <translation>Schreibe in Epoche {number}:</translation>
    </message>
    <message>
        <source> · preferred</source>
        <translation> · bevorzugt</translation>
    </message>
    <message>
        <source>init</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>add: {people}</source>
        <translation>fügt hinzu: {people}</translation>
    </message>
    <message>
        <source>exclude: {people}</source>
        <translation>schließt aus: {people}</translation>
    </message>
    <message>
        <source>Additions</source>
        <translation>Aufnahmen</translation>
    </message>
    <message>
        <source>Epoch {number}</source>
        <translation>Epoche {number}</translation>
    </message>
    <message>
        <source>Epoch {number}: {people}</source>
        <translation>Epoche {number}: {people}</translation>
    </message>
    <message>
        <source>members tangle {number}</source>
        <translation>Geflecht der Mitglieder {number}</translation>
    </message>
    <message>
        <source>epoch tangle</source>
        <translation>Geflecht der Epochen</translation>
    </message>
    <message>
        <source>group tangle</source>
        <translation>Geflecht der Gruppe</translation>
    </message>
    <message>
        <source>every other known epoch leads to it.</source>
        <translation>Jede andere bekannte Epoche führt zu ihr.</translation>
    </message>
    <message>
        <source>no other is known.</source>
        <translation>Eine andere ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Members ({number:,})</source>
        <translation>Mitglieder ({number:,})</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>Has yet to be added</source>
        <translation>Noch aufzunehmen</translation>
    </message>
    <message>
        <source>Without knowing of each other:</source>
        <translation>Ohne voneinander zu wissen:</translation>
    </message>
    <message>
        <source>{author} added {people}</source>
        <translation>{author} nahm {people} auf</translation>
    </message>
    <message>
        <source>{author} excluded {people}</source>
        <translation>{author} schloss {people} aus</translation>
    </message>
    <message>
        <source>Set aside ({number:,})</source>
        <translation>Zurückgestellt ({number:,})</translation>
    </message>
    <message>
        <source>waits for {causes}</source>
        <translation>wartet auf {causes}</translation>
    </message>
    <message>
        <source>The map shows the latest {shown:,} of {all:,} messages.</source>
        <translation>Die Karte zeigt die letzten {shown:,} von {all:,} Nachrichten.</translation>
    </message>
    <message>
        <source>Messages that no key here decrypts are left out.</source>
        <translation>Nachrichten, die kein Schlüssel hier entschlüsselt, sind ausgelassen.</translation>
    </message>
    <message>
        <source>{low:,} to {high:,}: {count:,}</source>
        <translation>{low:,} bis {high:,}: {count:,}</translation>
    </message>
    <message>
        <source>What moved</source>
        <translation>Was sich verschoben hat</translation>
    </message>
    <message>
        <source>How many messages back; 0 for when you last read</source>
        <translation>Wie viele Nachrichten zurück; 0 für den Stand beim letzten Lesen</translation>
    </message>
    <message>
        <source>I last read it</source>
        <translation>beim letzten Lesen</translation>
    </message>
    <message>
        <source>before the last </source>
        <translation>vor den letzten </translation>
    </message>
    <message>
        <source>I have read this</source>
        <translation>Das habe ich gelesen</translation>
    </message>
    <message>
        <source>Mark everything that is here now as read</source>
        <translation>Alles, was jetzt da ist, als gelesen markieren</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit dem Stand</translation>
    </message>
    <message>
        <source>Open a conversation to see which of its messages moved.</source>
        <translation>Öffne ein Gespräch, um zu sehen, welche Nachrichten sich darin verschoben haben.</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>Wie aufgezeichnet</translation>
    </message>
    <message>
        <source>Every other message</source>
        <translation>Jede zweite Nachricht</translation>
    </message>
    <message>
        <source>Split by author</source>
        <translation>Nach Autor geteilt</translation>
    </message>
    <message>
        <source>Split by time</source>
        <translation>Nach Zeit geteilt</translation>
    </message>
    <message>
        <source>Split by hand</source>
        <translation>Von Hand geteilt</translation>
    </message>
    <message>
        <source>The first peer</source>
        <translation>Erster Peer</translation>
    </message>
    <message>
        <source>The second peer</source>
        <translation>Zweiter Peer</translation>
    </message>
    <message>
        <source>The order of the first peer</source>
        <translation>Die Reihenfolge beim ersten Peer</translation>
    </message>
    <message>
        <source>The order of the second peer</source>
        <translation>Die Reihenfolge beim zweiten Peer</translation>
    </message>
    <message>
        <source>To the first: {message}</source>
        <translation>Zum ersten: {message}</translation>
    </message>
    <message>
        <source>To the second: {message}</source>
        <translation>Zum zweiten: {message}</translation>
    </message>
    <message>
        <source>message {step:,} of {steps:,}</source>
        <translation>Nachricht {step:,} von {steps:,}</translation>
    </message>
    <message>
        <source>Messages exchanged</source>
        <translation>Ausgetauschte Nachrichten</translation>
    </message>
    <message>
        <source>Open a conversation to let two peers exchange it.</source>
        <translation>Öffne ein Gespräch, damit zwei Peers es austauschen.</translation>
    </message>
    <message>
        <source>Against {name}</source>
        <translation>Verglichen mit {name}</translation>
    </message>
    <message>
        <source>{done:,} of at most {of:,} messages exchanged</source>
        <translation>{done:,} von höchstens {of:,} Nachrichten ausgetauscht</translation>
    </message>
    <message>
        <source>They end in the same order, after {one:,} and {other:,} edits</source>
        <translation>Am Ende steht dieselbe Reihenfolge, nach {one:,} und {other:,} Änderungen</translation>
    </message>
    <message>
        <source>They end in different orders, after {one:,} and {other:,} edits</source>
        <translation>Am Ende stehen verschiedene Reihenfolgen, nach {one:,} und {other:,} Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} edits</source>
        <comment>{n:,} edit</comment>
        <translation>
            <numerusform>{n:,} Änderung</numerusform>
            <numerusform>{n:,} Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been exchanged yet.</source>
        <translation>Noch ist nichts ausgetauscht.</translation>
    </message>
    <message>
        <source>Now both have the same order.</source>
        <translation>Jetzt haben beide dieselbe Reihenfolge.</translation>
    </message>
    <message>
        <source>What each of the two knows at the beginning</source>
        <translation>Was jeder der beiden am Anfang kennt</translation>
    </message>
    <message>
        <source>How much of the conversation the first one knows</source>
        <translation>Wie viel vom Gespräch der erste kennt</translation>
    </message>
    <message>
        <source>the older </source>
        <translation>die älteren </translation>
    </message>
    <message>
        <source>%</source>
        <comment>after a number</comment>
        <translation>&#xa0;%</translation>
    </message>
    <message>
        <source>Give to the other peer</source>
        <translation>Dem anderen Peer geben</translation>
    </message>
    <message>
        <source>Let the other peer know the selected message at the beginning</source>
        <translation>Den anderen Peer die ausgewählte Nachricht von Anfang an kennen lassen</translation>
    </message>
    <message>
        <source>… and everything by its author</source>
        <translation>… und alles von diesem Autor</translation>
    </message>
    <message>
        <source>Let the other peer know all messages of the author at the beginning</source>
        <translation>Den anderen Peer alle Nachrichten des Autors von Anfang an kennen lassen</translation>
    </message>
    <message>
        <source>Another archive…</source>
        <translation>Anderes Archiv …</translation>
    </message>
    <message>
        <source>Use an archive or a database as the second peer</source>
        <translation>Ein Archiv oder eine Datenbank als zweiten Peer nehmen</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner …</translation>
    </message>
    <message>
        <source>Use a folder, such as a Corestore, as the second peer</source>
        <translation>Einen Ordner, etwa einen Corestore, als zweiten Peer nehmen</translation>
    </message>
    <message>
        <source>Two peers</source>
        <translation>Zwei Peers</translation>
    </message>
    <message>
        <source>The selected message, before the exchange:</source>
        <translation>Die ausgewählte Nachricht, vor dem Austausch:</translation>
    </message>
    <message>
        <source>supposed entry</source>
        <translation>angenommener Eintrag</translation>
    </message>
    <message>
        <source>Autobase: confirmed up to here</source>
        <translation>Autobase: bis hier bestätigt</translation>
    </message>
    <message>
        <source>ScuttleSort: settled up to here</source>
        <translation>ScuttleSort: bis hier fest</translation>
    </message>
    <message>
        <source>Confirmed: it keeps its position</source>
        <translation>Bestätigt: Sie behält ihren Platz</translation>
    </message>
    <message>
        <source>Quorum {degree}</source>
        <translation>Quorum {degree}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages can still move</source>
        <comment>{n:,} message can still move</comment>
        <translation>
            <numerusform>{n:,} Nachricht noch verschiebbar</numerusform>
            <numerusform>{n:,} Nachrichten noch verschiebbar</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing can move</source>
        <translation>nichts mehr verschiebbar</translation>
    </message>
    <message>
        <source>Confirmed: {number:,} · {rest}</source>
        <translation>Bestätigt: {number:,} · {rest}</translation>
    </message>
    <message>
        <source>This isn&apos;t an Autobase. It is shown in the order that an Autobase of the same authors would have.</source>
        <translation>Das ist keine Autobase. Gezeigt wird die Reihenfolge, die eine Autobase derselben Autoren hätte.</translation>
    </message>
    <message>
        <source>{number:,} of {all:,} confirmed</source>
        <translation>{number:,} von {all:,} bestätigt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages set aside</source>
        <comment>{n:,} message set aside</comment>
        <translation>
            <numerusform>{n:,} Nachricht zurückgestellt</numerusform>
            <numerusform>{n:,} Nachrichten zurückgestellt</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing is settled in the timeline: {who} replied without naming their own latest message</source>
        <translation>nichts ist in der Zeitleiste fest: Eine Antwort von {who} nennt die eigene letzte Nachricht nicht</translation>
    </message>
    <message>
        <source>{number:,} settled in the timeline</source>
        <translation>{number:,} in der Zeitleiste fest</translation>
    </message>
    <message>
        <source>limited by {names}</source>
        <translation>begrenzt durch {names}</translation>
    </message>
    <message>
        <source>It is set aside until its causes are here.</source>
        <translation>Sie ist zurückgestellt, bis ihre Ursachen hier sind.</translation>
    </message>
    <message>
        <source>undo {number:,}</source>
        <translation>{number:,} zurückgenommen</translation>
    </message>
    <message>
        <source>apply {number:,}</source>
        <translation>{number:,} angewandt</translation>
    </message>
    <message numerus="yes">
        <source>nothing confirmed, as in the previous {n:,} steps</source>
        <comment>nothing confirmed, as in the previous step</comment>
        <translation>
            <numerusform>nichts bestätigt, wie im vorigen Schritt</numerusform>
            <numerusform>nichts bestätigt, wie in den {n:,} vorigen Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing confirmed</source>
        <translation>nichts bestätigt</translation>
    </message>
    <message>
        <source>No writer votes, so nothing is ever confirmed.</source>
        <translation>Niemand stimmt ab, also wird nie etwas bestätigt.</translation>
    </message>
    <message>
        <source>{who} writes an entry that knows everything</source>
        <translation>{who} schreibt einen Eintrag, der alles kennt</translation>
    </message>
    <message>
        <source>{who} has written nothing</source>
        <translation>{who} hat nichts geschrieben</translation>
    </message>
    <message>
        <source>What if: {parts}.</source>
        <translation>Was wäre, wenn: {parts}.</translation>
    </message>
    <message>
        <source>It keeps its position, whatever comes.</source>
        <translation>Sie behält ihren Platz, was auch kommt.</translation>
    </message>
    <message>
        <source>Its author has no vote: it is confirmed with the first message of a voter that follows it.</source>
        <translation>Ihr Autor hat keine Stimme: Sie wird mit der ersten Nachricht eines Abstimmenden bestätigt, die ihr folgt.</translation>
    </message>
    <message numerus="yes">
        <source>A majority has acknowledged it; {n:,} more must know of that.</source>
        <comment>A majority has acknowledged it; {n:,} more must know of that.</comment>
        <translation>
            <numerusform>Eine Mehrheit hat sie quittiert; {n:,} weiterer muss davon wissen.</numerusform>
            <numerusform>Eine Mehrheit hat sie quittiert; {n:,} weitere müssen davon wissen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Too many voters have written nothing: {who}.</source>
        <translation>Zu viele der Abstimmenden haben nichts geschrieben: {who}.</translation>
    </message>
    <message>
        <source>Before the first entry</source>
        <translation>Vor dem ersten Eintrag</translation>
    </message>
    <message>
        <source>Step {number:,} of {all:,} — {name}</source>
        <translation>Schritt {number:,} von {all:,} — {name}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more messages confirmed</source>
        <comment>{n:,} more message confirmed</comment>
        <translation>
            <numerusform>{n:,} weitere Nachricht bestätigt</numerusform>
            <numerusform>{n:,} weitere Nachrichten bestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>The message that could be next has a rival</source>
        <translation>Mit der Nachricht, die die nächste sein könnte, konkurriert eine andere</translation>
    </message>
    <message>
        <source>{number:,} messages could be next, and each has a rival</source>
        <translation>{number:,} Nachrichten könnten die nächste sein, und mit jeder konkurriert eine andere</translation>
    </message>
    <message>
        <source>{which} that too many writers saw first, because all write at once.</source>
        <translation>{which}, die zu viele zuerst gesehen haben: Alle schreiben gleichzeitig.</translation>
    </message>
    <message>
        <source>“{text}” is held back</source>
        <translation>„{text}“ wird zurückgehalten</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Can still move</source>
        <translation>Noch verschiebbar</translation>
    </message>
    <message>
        <source>It has all the votes it needs, and is confirmed together with the messages that it must follow.</source>
        <translation>Sie hat alle Stimmen, die sie braucht, und wird zusammen mit dem bestätigt, dem sie folgen muss.</translation>
    </message>
    <message>
        <source>Contested</source>
        <translation>Umstritten</translation>
    </message>
    <message>
        <source>{lost:,} of {all:,} saw a rival before it, so it can&apos;t get {majority:,} acks: it waits for a message that joins the two.</source>
        <translation>Zuerst eine konkurrierende Nachricht gesehen: {lost:,} von {all:,}. Sie kann also keine {majority:,} Quittungen bekommen und wartet auf eine Nachricht, die beide verbindet.</translation>
    </message>
    <message>
        <source>It has {acks:,} of {majority:,} acks that it needs.</source>
        <translation>Sie hat {acks:,} der {majority:,} Quittungen, die sie braucht.</translation>
    </message>
    <message>
        <source>What would confirm it</source>
        <translation>Was sie bestätigen würde</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>Quorum</translation>
    </message>
    <message>
        <source>The voters (a majority is {majority:,})</source>
        <translation>Die Abstimmenden (Mehrheit: {majority:,})</translation>
    </message>
    <message>
        <source>Concurrent, and not confirmed either ({number:,})</source>
        <translation>Gleichzeitig und auch nicht bestätigt ({number:,})</translation>
    </message>
    <message>
        <source>{text} and {more:,} more</source>
        <translation>{text} und {more:,} weitere</translation>
    </message>
    <message>
        <source>{program} gives no reason</source>
        <translation>{program} nennt keinen Grund</translation>
    </message>
    <message>
        <source>{program} says “{said}”</source>
        <translation>{program} meldet „{said}“</translation>
    </message>
    <message>
        <source>{year:04}-{month:02}-{day:02} {time}</source>
        <translation>{day:02}.{month:02}.{year:04}, {time}</translation>
    </message>
    <message>
        <source>Degree</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>Best rival</source>
        <translation>Stärkste Konkurrenz</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>none: no majority has voted</source>
        <translation>keiner: keine Mehrheit hat abgestimmt</translation>
    </message>
    <message>
        <source>1′: a majority has voted</source>
        <translation>1′: eine Mehrheit hat abgestimmt</translation>
    </message>
    <message>
        <source>{degree}′ or more</source>
        <translation>{degree}′ oder mehr</translation>
    </message>
    <message>
        <source>{degree}′: a majority knows of the {less}′</source>
        <translation>{degree}′: eine Mehrheit kennt das {less}′</translation>
    </message>
    <message>
        <source>acknowledged it in “{text}”</source>
        <translation>hat sie in „{text}“ quittiert</translation>
    </message>
    <message>
        <source>and knows that a majority did</source>
        <translation>und weiß, dass eine Mehrheit es tat</translation>
    </message>
    <message>
        <source>gives no ack: saw “{text}” first</source>
        <translation>quittiert nicht: sah „{text}“ zuerst</translation>
    </message>
    <message>
        <source>has seen it, but hasn&apos;t acknowledged it yet</source>
        <translation>hat sie gesehen, aber noch nicht quittiert</translation>
    </message>
    <message>
        <source>hasn&apos;t seen it, as far as is known</source>
        <translation>hat sie nicht gesehen, soweit bekannt</translation>
    </message>
    <message>
        <source>All writers together</source>
        <translation>Alle Schreiber zusammen</translation>
    </message>
    <message>
        <source>Quorums</source>
        <translation>Quoren</translation>
    </message>
    <message>
        <source>Open a conversation to see how much of it is confirmed.</source>
        <translation>Öffne ein Gespräch, um zu sehen, wie viel darin bestätigt ist.</translation>
    </message>
    <message>
        <source>{number:,} of {all:,} vote</source>
        <translation>{number:,} von {all:,} mit Stimme</translation>
    </message>
    <message>
        <source>Messages are being confirmed</source>
        <translation>Nachrichten werden bestätigt</translation>
    </message>
    <message>
        <source>Select a message to see who voted for it, and what it still lacks.</source>
        <translation>Wähle eine Nachricht, um zu sehen, wer für sie gestimmt hat und was ihr noch fehlt.</translation>
    </message>
    <message>
        <source>This message is set aside until its causes are here.</source>
        <translation>Diese Nachricht ist zurückgestellt, bis ihre Ursachen hier sind.</translation>
    </message>
    <message>
        <source>This message isn&apos;t known at the moment shown.</source>
        <translation>Diese Nachricht ist zum gezeigten Zeitpunkt noch nicht bekannt.</translation>
    </message>
    <message>
        <source>As known to</source>
        <translation>Bekannt bei</translation>
    </message>
    <message>
        <source>Writers</source>
        <translation>Schreiber</translation>
    </message>
    <message>
        <source>Choose the writers, and which of them vote</source>
        <translation>Schreiber wählen und festlegen, wer von ihnen abstimmt</translation>
    </message>
    <message>
        <source>The conversation as an Autobase orders it</source>
        <translation>Das Gespräch, wie eine Autobase es ordnet</translation>
    </message>
    <message>
        <source>Votes on the current message</source>
        <translation>Stimmen zur aktuellen Nachricht</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Ankünfte</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Dragged by hand</source>
        <translation>Von Hand gezogen</translation>
    </message>
    <message>
        <source>Live, as it happens</source>
        <translation>Live, wie es geschieht</translation>
    </message>
    <message>
        <source>Recording: {done:,} of {of:,}</source>
        <translation>Aufnahme: {done:,} von {of:,}</translation>
    </message>
    <message>
        <source>Order: {by}</source>
        <translation>Ordnung: {by}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} changes since you looked</source>
        <comment>{n:,} change since you looked</comment>
        <translation>
            <numerusform>{n:,} Änderung, seit du hingesehen hast</numerusform>
            <numerusform>{n:,} Änderungen, seit du hingesehen hast</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Select a message to see when it moved.</source>
        <translation>Wähle eine Nachricht, um zu sehen, wann sie sich verschob.</translation>
    </message>
    <message numerus="yes">
        <source>The selected message moved {n:,} times.</source>
        <comment>The selected message moved once.</comment>
        <translation>
            <numerusform>Die ausgewählte Nachricht hat sich einmal verschoben.</numerusform>
            <numerusform>Die ausgewählte Nachricht hat sich {n:,}-mal verschoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The selected message never moved.</source>
        <translation>Die ausgewählte Nachricht hat sich nie verschoben.</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>Zustellung</translation>
    </message>
    <message>
        <source>step {step:,} of {steps:,}</source>
        <translation>Schritt {step:,} von {steps:,}</translation>
    </message>
    <message>
        <source>The order of delivery</source>
        <translation>Die Reihenfolge der Zustellung</translation>
    </message>
    <message>
        <source>The order after this step</source>
        <translation>Die Reihenfolge nach diesem Schritt</translation>
    </message>
    <message>
        <source>What this step did</source>
        <translation>Was dieser Schritt bewirkt hat</translation>
    </message>
    <message>
        <source>Open a conversation to replay how it could arrive.</source>
        <translation>Öffne ein Gespräch, um abzuspielen, wie es ankommen könnte.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} steps</source>
        <comment>{n:,} step</comment>
        <translation>
            <numerusform>{n:,} Schritt</numerusform>
            <numerusform>{n:,} Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been delivered yet.</source>
        <translation>Noch ist nichts zugestellt.</translation>
    </message>
    <message>
        <source>{name} goes into row {row:,}</source>
        <translation>{name} kommt in Zeile {row:,}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages are new</source>
        <comment>{n:,} message is new</comment>
        <translation>
            <numerusform>{n:,} Nachricht ist neu</numerusform>
            <numerusform>{n:,} Nachrichten sind neu</numerusform>
        </translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert des Zufalls</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>Startwert </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufnahme anhalten</translation>
    </message>
    <message>
        <source>Earlier move</source>
        <translation>Frühere Verschiebung</translation>
    </message>
    <message>
        <source>Later move</source>
        <translation>Spätere Verschiebung</translation>
    </message>
    <message>
        <source>To the previous move of the selected message</source>
        <translation>Zur vorigen Verschiebung der ausgewählten Nachricht</translation>
    </message>
    <message>
        <source>To the next move of the selected message</source>
        <translation>Zur nächsten Verschiebung der ausgewählten Nachricht</translation>
    </message>
    <message>
        <source>What arrives, and the order</source>
        <translation>Was ankommt, und die Reihenfolge</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>May keep writing: the settled line allows for more messages, and votes count</source>
        <translation>Kann weiter schreiben: Die feste Linie rechnet mit weiteren Nachrichten, und Stimmen zählen</translation>
    </message>
    <message>
        <source>Votes: a majority of those who vote confirms messages</source>
        <translation>Stimmt ab: Eine Mehrheit der Abstimmenden bestätigt Nachrichten</translation>
    </message>
    <message>
        <source>Relayed: only in the design text of Autobase; no implementation is known</source>
        <translation>Weitergereicht: nur im Entwurf von Autobase; keine Umsetzung ist bekannt</translation>
    </message>
    <message>
        <source>Writers, and which of them vote</source>
        <translation>Schreiber, und wer von ihnen abstimmt</translation>
    </message>
    <message>
        <source>Follows</source>
        <translation>Folgt</translation>
    </message>
    <message>
        <source>Followers</source>
        <translation>Follower</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Blocked by</source>
        <translation>Blockiert von</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Only authors of SSB messages that are here have a profile.</source>
        <translation>Nur Autoren von SSB-Nachrichten, die hier sind, haben ein Profil.</translation>
    </message>
    <message>
        <source>Names over time</source>
        <translation>Namen im Lauf der Zeit</translation>
    </message>
    <message>
        <source>{name}, says</source>
        <translation>{name}, sagt</translation>
    </message>
    <message>
        <source>Called by others</source>
        <translation>Von anderen genannt</translation>
    </message>
    <message>
        <source>given by</source>
        <translation>gegeben von</translation>
    </message>
    <message>
        <source>Takes part in</source>
        <translation>Macht mit bei</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Likes given</source>
        <translation>Vergebene Likes</translation>
    </message>
    <message>
        <source>Likes received</source>
        <translation>Erhaltene Likes</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>All conversations of the open collection, the latest first. The icons beside them, or the heading above them, lead to other lists: people, channels, private messages, news.</source>
        <translation>Alle Gespräche der offenen Sammlung, das neueste zuerst. Die Symbole daneben und die Überschrift darüber führen zu anderen Listen: Personen, Kanälen, privaten Nachrichten, Neuem.</translation>
    </message>
    <message>
        <source>The open conversation</source>
        <translation>Das offene Gespräch</translation>
    </message>
    <message>
        <source>Each message is below those that it answers, even if a clock was wrong. The lines lead from each message to those that follow it. Where they fork, two people didn&apos;t know of each other&apos;s message.</source>
        <translation>Jede Nachricht steht unter denen, auf die sie antwortet, auch wenn eine Uhr falsch ging. Die Linien führen von jeder Nachricht zu denen, die ihr folgen. Wo sie sich verzweigen, kannten zwei Personen die Nachricht der anderen nicht.</translation>
    </message>
    <message>
        <source>One search field</source>
        <translation>Ein Suchfeld</translation>
    </message>
    <message>
        <source>Type a name, a word or a month: people, conversations and messages appear while you type. Ctrl+G leads here.</source>
        <translation>Gib einen Namen, ein Wort oder einen Monat ein: Personen, Gespräche und Nachrichten erscheinen beim Tippen. Strg+G führt hierher.</translation>
    </message>
    <message>
        <source>Two faces</source>
        <translation>Zwei Ansichten</translation>
    </message>
    <message>
        <source>This button turns from the face for reading to the one for debugging, and back. F12 does the same.</source>
        <translation>Dieser Knopf wechselt zwischen Lesen und Debuggen. F12 tut dasselbe.</translation>
    </message>
    <message>
        <source>A panel for debugging</source>
        <translation>Ein Bereich zum Debuggen</translation>
    </message>
    <message>
        <source>Panels explain the order. This one says why the selected message is in its row; others replay what arrived, or compare orders.</source>
        <translation>Bereiche erklären die Reihenfolge. Dieser sagt, warum die ausgewählte Nachricht in ihrer Zeile steht; andere spielen ab, was eintraf, oder vergleichen Reihenfolgen.</translation>
    </message>
    <message>
        <source>{own:,} of {all:,}</source>
        <translation>{own:,} von {all:,}</translation>
    </message>
    <message>
        <source>… {n:,} more</source>
        <translation>… {n:,} weitere</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Relayed</source>
        <translation>Weitergereicht</translation>
    </message>
    <message>
        <source>Roles of writers</source>
        <translation>Rollen der Schreiber</translation>
    </message>
    <message>
        <source>{what}: what happened</source>
        <translation>{what}: was geschah</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Einen Schritt zurück</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>Einen Schritt weiter</translation>
    </message>
    <message>
        <source>To the latest</source>
        <translation>Zum letzten Stand</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Read as a timeline</source>
        <translation>Als Zeitleiste lesen</translation>
    </message>
    <message>
        <source>Read all that was found as a timeline</source>
        <translation>Alles Gefundene als Zeitleiste lesen</translation>
    </message>
    <message>
        <source>An id or address, not a search: Enter goes there.</source>
        <translation>Eine ID oder Adresse, keine Suche: Die Eingabetaste führt dorthin.</translation>
    </message>
    <message>
        <source>Words, an author, a type or a time</source>
        <translation>Wörter, ein Autor, ein Typ oder eine Zeit</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages so far…</source>
        <comment>{n:,} message so far…</comment>
        <translation>
            <numerusform>bisher {n:,} Nachricht …</numerusform>
            <numerusform>bisher {n:,} Nachrichten …</numerusform>
        </translation>
    </message>
    <message>
        <source>No messages</source>
        <translation>Keine Nachrichten</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>{n:,} or more in graphs and sets</source>
        <translation>mindestens {n:,} in Graphen und Mengen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} in graphs and sets</source>
        <comment>{n:,} in graphs and sets</comment>
        <translation>
            <numerusform>{n:,} in Graphen und Mengen</numerusform>
            <numerusform>{n:,} in Graphen und Mengen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages so far. An archive is still being read.</source>
        <comment>{n:,} message so far. An archive is still being read.</comment>
        <translation>
            <numerusform>Bisher {n:,} Nachricht. Ein Archiv wird noch gelesen.</numerusform>
            <numerusform>Bisher {n:,} Nachrichten. Ein Archiv wird noch gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Limit of references</source>
        <translation>Grenze für Verweise</translation>
    </message>
    <message>
        <source>A message takes memory for each other that it refers to, and anyone can refer to any. The ScuttleSort report suggests a limit of two: the message before it in its feed, and one other. The limit applies to everything that arrives from now on.</source>
        <translation>Eine Nachricht braucht Speicher für jede andere, auf die sie verweist, und jeder kann auf jede verweisen. Der ScuttleSort-Bericht schlägt eine Grenze von zwei vor: die Nachricht davor in ihrem Feed und eine andere. Die Grenze gilt für alles, was von jetzt an eintrifft.</translation>
    </message>
    <message>
        <source>References of a message</source>
        <translation>Verweise einer Nachricht</translation>
    </message>
    <message>
        <source>A message with more</source>
        <translation>Eine Nachricht mit mehr</translation>
    </message>
    <message>
        <source>What the limit would break</source>
        <translation>Was die Grenze brechen würde</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>beliebig viele</translation>
    </message>
    <message>
        <source>is refused</source>
        <translation>wird abgewiesen</translation>
    </message>
    <message>
        <source>is cut to the message before it and the first others</source>
        <translation>wird auf die Nachricht davor und die ersten anderen gekürzt</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>All messages are taken.</source>
        <translation>Alle Nachrichten werden angenommen.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages here refer to more. They stay; imported again, they would be listed under File &gt; Bad records.</source>
        <comment>{n:,} message here refers to more. It stays; imported again, it would be listed under File &gt; Bad records.</comment>
        <translation>
            <numerusform>{n:,} Nachricht hier verweist auf mehr. Sie bleibt; erneut importiert stünde sie unter Datei &gt; Fehlerhafte Datensätze.</numerusform>
            <numerusform>{n:,} Nachrichten hier verweisen auf mehr. Sie bleiben; erneut importiert stünden sie unter Datei &gt; Fehlerhafte Datensätze.</numerusform>
        </translation>
    </message>
    <message>
        <source>No message here refers to more.</source>
        <translation>Keine Nachricht hier verweist auf mehr.</translation>
    </message>
    <message>
        <source>Messages may refer to any number of others.</source>
        <translation>Nachrichten dürfen auf beliebig viele andere verweisen.</translation>
    </message>
    <message>
        <source>From now on, the first {n:,} references of a message count.</source>
        <translation>Von jetzt an zählen die ersten {n:,} Verweise einer Nachricht.</translation>
    </message>
    <message>
        <source>From now on, messages that refer to more than {n:,} others are refused.</source>
        <translation>Von jetzt an werden Nachrichten abgewiesen, die auf mehr als {n:,} andere verweisen.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>In a conversation</source>
        <translation>In einem Gespräch</translation>
    </message>
    <message>
        <source>On a day, in a month or year</source>
        <translation>An einem Tag, in einem Monat oder Jahr</translation>
    </message>
    <message>
        <source>From a day, month or year on</source>
        <translation>Von einem Tag, Monat oder Jahr an</translation>
    </message>
    <message>
        <source>Before a day, month or year</source>
        <translation>Vor einem Tag, Monat oder Jahr</translation>
    </message>
    <message>
        <source>Remove {term}</source>
        <translation>{term} entfernen</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>Parts of the search</source>
        <translation>Teile der Suche</translation>
    </message>
    <message>
        <source>Nothing is wrong with the search</source>
        <translation>An der Suche ist nichts falsch</translation>
    </message>
    <message>
        <source>Search: oak author:ann after:2015</source>
        <translation>Suche: eiche author:ann after:2015</translation>
    </message>
    <message>
        <source>Words, “phrases”, -excluded, oak OR ash, author:ann, after:2015-08</source>
        <translation>Wörter, „Wortfolgen“, -ausgeschlossen, eiche OR esche, author:ann, after:2015-08</translation>
    </message>
    <message>
        <source>Matching values</source>
        <translation>Passende Werte</translation>
    </message>
    <message>
        <source>Likes and follows</source>
        <translation>Likes und Follows</translation>
    </message>
    <message>
        <source>Also find likes, follows, and messages that can&apos;t be decrypted</source>
        <translation>Auch Likes, Follows und nicht entschlüsselbare Nachrichten finden</translation>
    </message>
    <message>
        <source>Add a filter</source>
        <translation>Filter hinzufügen</translation>
    </message>
    <message>
        <source>Filters of the search</source>
        <translation>Filter der Suche</translation>
    </message>
    <message>
        <source>Words to search for in all messages</source>
        <translation>Wörter, nach denen in allen Nachrichten gesucht wird</translation>
    </message>
    <message>
        <source>Only the first {most:,} terms of a search count.</source>
        <translation>Nur die ersten {most:,} Begriffe einer Suche zählen.</translation>
    </message>
    <message>
        <source>Enter a value for “{field}:”.</source>
        <translation>Gib einen Wert für „{field}:“ ein.</translation>
    </message>
    <message>
        <source>“{field}:” has two different values. Keep one.</source>
        <translation>„{field}:“ hat zwei verschiedene Werte. Behalte einen.</translation>
    </message>
    <message>
        <source>“in:” takes the address of a conversation of SSB messages.</source>
        <translation>Hinter „in:“ gehört die Adresse eines Gesprächs aus SSB-Nachrichten.</translation>
    </message>
    <message>
        <source>“{text}” can&apos;t be the name of a channel.</source>
        <translation>„{text}“ kann kein Name eines Kanals sein.</translation>
    </message>
    <message>
        <source>“{text}” isn&apos;t a date such as 2015, 2015-08 or 2015-08-01.</source>
        <translation>„{text}“ ist kein Datum wie 2015, 2015-08 oder 2015-08-01.</translation>
    </message>
    <message>
        <source>“on:” can&apos;t be excluded. Use “before:” or “after:”.</source>
        <translation>„on:“ kann nicht ausgeschlossen werden. Nimm „before:“ oder „after:“.</translation>
    </message>
    <message>
        <source>added it at depth {depth:,}</source>
        <translation>hat es in Tiefe {depth:,} hinzugefügt</translation>
    </message>
    <message>
        <source>deleted it at depth {depth:,}</source>
        <translation>hat es in Tiefe {depth:,} gelöscht</translation>
    </message>
    <message>
        <source>it is deeper in the tangle</source>
        <translation>es steht tiefer im Geflecht</translation>
    </message>
    <message>
        <source>equally deep, its id is later</source>
        <translation>gleich tief, seine ID ist später</translation>
    </message>
    <message>
        <source>add wins over delete by {loser}, who didn&apos;t know of it: {why}</source>
        <translation>Hinzufügen siegt über Löschen durch {loser}, der nichts davon wusste: {why}</translation>
    </message>
    <message>
        <source>delete wins over add by {loser}, who didn&apos;t know of it: {why}</source>
        <translation>Löschen siegt über Hinzufügen durch {loser}, der nichts davon wusste: {why}</translation>
    </message>
    <message>
        <source>{name} of {whose}</source>
        <translation>{name} von {whose}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item roots</source>
        <comment>{n:,} item root</comment>
        <translation>
            <numerusform>{n:,} Elementwurzel</numerusform>
            <numerusform>{n:,} Elementwurzeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} items</source>
        <comment>{n:,} item</comment>
        <translation>
            <numerusform>{n:,} Element</numerusform>
            <numerusform>{n:,} Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>depth {depth:,}</source>
        <translation>Tiefe {depth:,}</translation>
    </message>
    <message>
        <source>{erasable:,} may be erased, {deletable:,} deleted</source>
        <translation>{erasable:,} leerbar, {deletable:,} löschbar</translation>
    </message>
    <message>
        <source>{items} would be in it again</source>
        <translation>wieder darin: {items}</translation>
    </message>
    <message>
        <source>{items} would be gone</source>
        <translation>weg: {items}</translation>
    </message>
    <message>
        <source>its items would be in another order</source>
        <translation>ihre Elemente stünden in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>Pruning now would change the set: {text}. The messages that won would be pruned, and those that lost would stay.</source>
        <translation>Jetzt aufzuräumen würde die Menge ändern: {text}. Die Nachrichten, die gewonnen haben, würden aufgeräumt, und die unterlegenen blieben.</translation>
    </message>
    <message>
        <source>The set would stay the same.</source>
        <translation>Die Menge bliebe dieselbe.</translation>
    </message>
    <message>
        <source>If it were pruned now</source>
        <translation>Wenn jetzt aufgeräumt würde</translation>
    </message>
    <message>
        <source>Set before</source>
        <translation>Menge vorher</translation>
    </message>
    <message>
        <source>Set after</source>
        <translation>Menge nachher</translation>
    </message>
    <message>
        <source>begins the set</source>
        <translation>beginnt die Menge</translation>
    </message>
    <message>
        <source>erased</source>
        <translation>geleert</translation>
    </message>
    <message>
        <source>begins {name}</source>
        <translation>beginnt {name}</translation>
    </message>
    <message>
        <source>erased, in {name}</source>
        <translation>geleert, in {name}</translation>
    </message>
    <message>
        <source>(encrypted set data)</source>
        <translation>(verschlüsselte Daten einer Menge)</translation>
    </message>
    <message>
        <source>(malformed set data)</source>
        <translation>(fehlerhafte Daten einer Menge)</translation>
    </message>
    <message>
        <source>adds {items}</source>
        <translation>fügt {items} hinzu</translation>
    </message>
    <message>
        <source>deletes {items}</source>
        <translation>löscht {items}</translation>
    </message>
    <message>
        <source>changes nothing</source>
        <translation>ändert nichts</translation>
    </message>
    <message>
        <source>Before the first message</source>
        <translation>Vor der ersten Nachricht</translation>
    </message>
    <message>
        <source>Message {number:,} of {all:,}, depth {depth:,} — {what}</source>
        <translation>Nachricht {number:,} von {all:,}, Tiefe {depth:,} — {what}</translation>
    </message>
    <message>
        <source>erase</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>May be erased: its place stays, for proof</source>
        <translation>Darf geleert werden: Ihr Platz bleibt, zum Beweis</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>May be deleted, but its id is remembered</source>
        <translation>Darf gelöscht werden, aber ihre ID wird gemerkt</translation>
    </message>
    <message>
        <source>May be deleted</source>
        <translation>Darf gelöscht werden</translation>
    </message>
    <message>
        <source>Not mentioned</source>
        <translation>Nicht erwähnt</translation>
    </message>
    <message>
        <source>In the set</source>
        <translation>In der Menge</translation>
    </message>
    <message>
        <source>It has been in the set since {by} added it at depth {depth:,}.</source>
        <translation>Es ist in der Menge, seit {by} es in Tiefe {depth:,} hinzufügte.</translation>
    </message>
    <message>
        <source>Not in the set</source>
        <translation>Nicht in der Menge</translation>
    </message>
    <message>
        <source>It was deleted, but was never in the set.</source>
        <translation>Es wurde gelöscht, war aber nie in der Menge.</translation>
    </message>
    <message>
        <source>{who} deleted it at depth {depth:,}.</source>
        <translation>{who} hat es in Tiefe {depth:,} gelöscht.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Root of the feed</source>
        <translation>Wurzel des Feeds</translation>
    </message>
    <message>
        <source>Anyone can make it from the account and the name of the set.</source>
        <translation>Jeder kann sie aus dem Konto und dem Namen der Menge bilden.</translation>
    </message>
    <message>
        <source>Erased</source>
        <translation>Geleert</translation>
    </message>
    <message>
        <source>Its data is gone; its place in the tangle stays.</source>
        <translation>Ihre Daten sind weg; ihr Platz im Geflecht bleibt.</translation>
    </message>
    <message>
        <source>Not a set message</source>
        <translation>Keine Nachricht einer Menge</translation>
    </message>
    <message>
        <source>Its data isn&apos;t that of a set message.</source>
        <translation>Ihre Daten sind nicht die einer Nachricht einer Menge.</translation>
    </message>
    <message>
        <source>Item root</source>
        <translation>Elementwurzel</translation>
    </message>
    <message>
        <source>No message supersedes it: it has to be kept.</source>
        <translation>Keine Nachricht überholt sie: Sie muss behalten werden.</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>Überholt</translation>
    </message>
    <message>
        <source>Later messages took its place.</source>
        <translation>Spätere Nachrichten sind an ihre Stelle getreten.</translation>
    </message>
    <message>
        <source>Says</source>
        <translation>Sagt</translation>
    </message>
    <message>
        <source>Signed by</source>
        <translation>Signiert von</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Supersedes</source>
        <translation>Überholt</translation>
    </message>
    <message>
        <source>Superseded by</source>
        <translation>Überholt von</translation>
    </message>
    <message>
        <source>Comes after</source>
        <translation>Kommt nach</translation>
    </message>
    <message>
        <source>Skips back to (lipmaa)</source>
        <translation>Springt zurück zu (lipmaa)</translation>
    </message>
    <message>
        <source>Its author knew the set as</source>
        <translation>Ihr Autor kannte die Menge als</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>At this moment no message mentions it.</source>
        <translation>Zu diesem Zeitpunkt nennt es keine Nachricht.</translation>
    </message>
    <message>
        <source>a record</source>
        <translation>ein Datensatz</translation>
    </message>
    <message>
        <source>Refused ({number:,})</source>
        <translation>Abgelehnt ({number:,})</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Warnings ({number:,})</source>
        <translation>Warnungen ({number:,})</translation>
    </message>
    <message>
        <source>which changed nothing</source>
        <translation>was nichts änderte</translation>
    </message>
    <message numerus="yes">
        <source>superseded by {n:,} messages</source>
        <comment>superseded by {n:,} message</comment>
        <translation>
            <numerusform>überholt von {n:,} Nachricht</numerusform>
            <numerusform>überholt von {n:,} Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>{key}, which isn&apos;t here</source>
        <translation>{key}, die nicht hier ist</translation>
    </message>
    <message>
        <source>There is no set here. Sets come with the log of a pzp-db: open it like any archive.</source>
        <translation>Hier ist keine Menge. Mengen kommen mit dem Log einer pzp-db: Öffne es wie jedes Archiv.</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>{item}, not in the set</source>
        <translation>{item}, nicht in der Menge</translation>
    </message>
    <message>
        <source>Select an item to see its history, or a message.</source>
        <translation>Wähle ein Element, um seinen Verlauf zu sehen, oder eine Nachricht.</translation>
    </message>
    <message>
        <source>Items; those that were deleted are struck through</source>
        <translation>Elemente; gelöschte sind durchgestrichen</translation>
    </message>
    <message>
        <source>Messages of the set in the order of pzp-db</source>
        <translation>Nachrichten der Menge in der Reihenfolge von pzp-db</translation>
    </message>
    <message>
        <source>History of the item or message</source>
        <translation>Verlauf des Elements oder der Nachricht</translation>
    </message>
    <message>
        <source>Points of the tangle</source>
        <translation>Stellen im Geflecht</translation>
    </message>
    <message>
        <source>Items and messages</source>
        <translation>Elemente und Nachrichten</translation>
    </message>
    <message>
        <source>Deliveries by how many edits they took</source>
        <translation>Zustellungen nach der Zahl ihrer Änderungen</translation>
    </message>
    <message>
        <source>What the test found</source>
        <translation>Was der Test gefunden hat</translation>
    </message>
    <message>
        <source>A good order doesn&apos;t depend on the delivery. This test delivers the conversation many times, in different sequences, and compares the results.</source>
        <translation>Eine gute Ordnung hängt nicht von der Zustellung ab. Dieser Test stellt das Gespräch viele Male in unterschiedlicher Reihenfolge zu und vergleicht die Ergebnisse.</translation>
    </message>
    <message numerus="yes">
        <source>Stopped after {n:,} deliveries.</source>
        <comment>Stopped after {n:,} delivery.</comment>
        <translation>
            <numerusform>Nach {n:,} Zustellung angehalten.</numerusform>
            <numerusform>Nach {n:,} Zustellungen angehalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>It can&apos;t be tested</source>
        <translation>Das lässt sich nicht testen</translation>
    </message>
    <message>
        <source>{number:,} of {all:,} delivered</source>
        <translation>{number:,} von {all:,} zugestellt</translation>
    </message>
    <message>
        <source>The test failed</source>
        <translation>Der Test ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>What is tested</source>
        <translation>Was getestet wird</translation>
    </message>
    <message>
        <source>How the messages arrive</source>
        <translation>Wie die Nachrichten ankommen</translation>
    </message>
    <message>
        <source>How many deliveries</source>
        <translation>Wie viele Zustellungen</translation>
    </message>
    <message>
        <source>deliveries: </source>
        <translation>Zustellungen: </translation>
    </message>
    <message>
        <source>Seed of the first delivery</source>
        <translation>Startwert der ersten Zustellung</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Los</translation>
    </message>
    <message>
        <source>Run the shuffle test</source>
        <translation>Den Mischtest beginnen</translation>
    </message>
    <message>
        <source>Cancel the shuffle test</source>
        <translation>Den Mischtest abbrechen</translation>
    </message>
    <message>
        <source>Deliveries made</source>
        <translation>Erledigte Zustellungen</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command that does the same</source>
        <translation>Den Befehl kopieren, der dasselbe tut</translation>
    </message>
    <message>
        <source>Copy the case</source>
        <translation>Fall kopieren</translation>
    </message>
    <message>
        <source>Copy the case as a graph file</source>
        <translation>Den Fall als Graphdatei kopieren</translation>
    </message>
    <message>
        <source>The conversation in numbers</source>
        <translation>Das Gespräch in Zahlen</translation>
    </message>
    <message>
        <source>Go to the longest delay</source>
        <translation>Zur längsten Verzögerung</translation>
    </message>
    <message>
        <source>Go to the message that took longest</source>
        <translation>Zur Nachricht, die am längsten brauchte</translation>
    </message>
    <message>
        <source>Statistics of the conversation</source>
        <translation>Statistik des Gesprächs</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message numerus="yes">
        <source>messages</source>
        <comment>message</comment>
        <translation>
            <numerusform>Nachricht</numerusform>
            <numerusform>Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>in the widest rank</source>
        <translation>im breitesten Rang</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlend</translation>
    </message>
    <message>
        <source>longest delay</source>
        <translation>längste Verzögerung</translation>
    </message>
    <message numerus="yes">
        <source>at most {n:,} tips at once</source>
        <comment>at most {n:,} tip at once</comment>
        <translation>
            <numerusform>höchstens {n:,} Ende zugleich</numerusform>
            <numerusform>höchstens {n:,} Enden zugleich</numerusform>
        </translation>
    </message>
    <message>
        <source>Tips along the conversation</source>
        <translation>Enden im Lauf des Gesprächs</translation>
    </message>
    <message>
        <source>first message</source>
        <translation>erste Nachricht</translation>
    </message>
    <message>
        <source>last message</source>
        <translation>letzte Nachricht</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} others</source>
        <comment>{n:,} other</comment>
        <translation>
            <numerusform>{n:,} weiterer</numerusform>
            <numerusform>{n:,} weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ranks deep</source>
        <comment>rank deep</comment>
        <translation>
            <numerusform>Rang tief</numerusform>
            <numerusform>Ränge tief</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>forks</source>
        <comment>fork</comment>
        <translation>
            <numerusform>Verzweigung</numerusform>
            <numerusform>Verzweigungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>merges</source>
        <comment>merge</comment>
        <translation>
            <numerusform>Zusammenführung</numerusform>
            <numerusform>Zusammenführungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>participants</source>
        <comment>participant</comment>
        <translation>
            <numerusform>Beteiligter</numerusform>
            <numerusform>Beteiligte</numerusform>
        </translation>
    </message>
    <message>
        <source>Messages per author</source>
        <translation>Nachrichten je Autor</translation>
    </message>
    <message>
        <source>written by {text}</source>
        <translation>geschrieben von {text}</translation>
    </message>
    <message>
        <source>written from {begin} to {end}</source>
        <translation>geschrieben von {begin} bis {end}</translation>
    </message>
    <message>
        <source>Messages over time</source>
        <translation>Nachrichten im Lauf der Zeit</translation>
    </message>
    <message>
        <source>How late messages arrived</source>
        <translation>Wie spät Nachrichten ankamen</translation>
    </message>
    <message>
        <source>delays: {text}</source>
        <translation>Verzögerungen: {text}</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>messages by type: {text}</source>
        <translation>Nachrichten nach Typ: {text}</translation>
    </message>
    <message>
        <source>Why here?</source>
        <translation>Warum hier?</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <source>Tangles</source>
        <translation>Geflechte</translation>
    </message>
    <message>
        <source>Finds people, conversations and messages of the whole collection.</source>
        <translation>Findet Personen, Gespräche und Nachrichten der ganzen Sammlung.</translation>
    </message>
    <message>
        <source>Graphs and sets</source>
        <translation>Graphen und Mengen</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Says who wrote the selected message: names, picture, follows and feeds.</source>
        <translation>Sagt, wer die ausgewählte Nachricht geschrieben hat: Namen, Bild, Follower und Feeds.</translation>
    </message>
    <message>
        <source>Shows the pictures of the conversation side by side.</source>
        <translation>Zeigt die Bilder des Gesprächs nebeneinander.</translation>
    </message>
    <message>
        <source>Shows the graph behind the conversation: ranks down, authors across.</source>
        <translation>Zeigt den Graphen hinter dem Gespräch: Ränge von oben nach unten, Autoren nebeneinander.</translation>
    </message>
    <message>
        <source>Counts messages, authors, forks, merges and delays of the conversation.</source>
        <translation>Zählt Nachrichten, Autoren, Verzweigungen, Zusammenführungen und Verzögerungen des Gesprächs.</translation>
    </message>
    <message>
        <source>Shows what quorums of an Autobase have confirmed, and what the rest still lacks.</source>
        <translation>Zeigt, was Quoren einer Autobase bestätigt haben und was dem Rest noch fehlt.</translation>
    </message>
    <message>
        <source>Says why the selected message is at its position: rank, causes and neighbours.</source>
        <translation>Sagt, warum die ausgewählte Nachricht an ihrem Platz steht: Rang, Ursachen und Nachbarn.</translation>
    </message>
    <message>
        <source>Replays the arrival of the messages, and shows the edits that each one caused.</source>
        <translation>Gibt die Ankunft der Nachrichten wieder und zeigt die Änderungen, die jede auslöste.</translation>
    </message>
    <message>
        <source>Lists all tangles of the collection, and the messages that are set aside.</source>
        <translation>Zeigt alle Geflechte der Sammlung und die Nachrichten, die zurückgestellt sind.</translation>
    </message>
    <message>
        <source>log.offset, for ssb-server and Patchwork</source>
        <translation>log.offset, für ssb-server und Patchwork</translation>
    </message>
    <message>
        <source>log.bipf, for ssb-db2 and Manyverse</source>
        <translation>log.bipf, für ssb-db2 und Manyverse</translation>
    </message>
    <message>
        <source>NDJSON, for everything else</source>
        <translation>NDJSON, für alles andere</translation>
    </message>
    <message>
        <source>Compare archives</source>
        <translation>Archive vergleichen</translation>
    </message>
    <message>
        <source>Rescue archives</source>
        <translation>Archive retten</translation>
    </message>
    <message>
        <source>Reading archives…</source>
        <translation>Archive werden gelesen …</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>unterschied</translation>
    </message>
    <message>
        <source>rescued</source>
        <translation>gerettet</translation>
    </message>
    <message>
        <source>New folder for the result</source>
        <translation>Neuer Ordner für das Ergebnis</translation>
    </message>
    <message>
        <source>Choose its secret file…</source>
        <translation>Seine Geheimnisdatei wählen …</translation>
    </message>
    <message>
        <source>I don&apos;t know</source>
        <translation>Ich weiß es nicht</translation>
    </message>
    <message>
        <source>Archives with more messages</source>
        <translation>Archive mit mehr Nachrichten</translation>
    </message>
    <message>
        <source>Archives to rescue</source>
        <translation>Archive, die gerettet werden</translation>
    </message>
    <message>
        <source>Archives that may lack some</source>
        <translation>Archive, denen vielleicht welche fehlen</translation>
    </message>
    <message>
        <source>The secret file of your feed</source>
        <translation>Die Geheimnisdatei deines Feeds</translation>
    </message>
    <message>
        <source>The archive that your program wrote last</source>
        <translation>Das Archiv, das dein Programm zuletzt schrieb</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Open report</source>
        <translation>Bericht öffnen</translation>
    </message>
    <message>
        <source>Save the difference…</source>
        <translation>Unterschied speichern …</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Rescue…</source>
        <translation>Retten …</translation>
    </message>
    <message>
        <source>Compare</source>
        <comment>on a button</comment>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>May I write again in my feed?</source>
        <translation>Darf ich in meinem Feed weiterschreiben?</translation>
    </message>
    <message>
        <source>Written last</source>
        <translation>Zuletzt geschrieben</translation>
    </message>
    <message>
        <source>Shows up to four orders side by side: crossing lines are differences.</source>
        <translation>Zeigt bis zu vier Ordnungen nebeneinander: Linien, die sich kreuzen, sind Unterschiede.</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>Tests whether an order gives the same timeline for every delivery.</source>
        <translation>Prüft, ob eine Ordnung bei jeder Zustellung dieselbe Zeitleiste gibt.</translation>
    </message>
    <message>
        <source>Lets two peers exchange their messages, and shows the edits of each.</source>
        <translation>Lässt zwei Peers ihre Nachrichten austauschen und zeigt die Änderungen bei jedem.</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Uhren</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Peers</source>
        <translation>Peers</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Finds messages whose asserted time contradicts the order of causes.</source>
        <translation>Findet Nachrichten, deren angegebene Zeit der Reihenfolge der Ursachen widerspricht.</translation>
    </message>
    <message>
        <source>Lists the messages that moved since a moment that you choose, and what moved them.</source>
        <translation>Listet die Nachrichten auf, die sich seit einem gewählten Zeitpunkt bewegt haben, und was sie bewegt hat.</translation>
    </message>
    <message>
        <source>Shows what the messages add up to at a row, and what the row changes.</source>
        <translation>Zeigt, welchen Zustand die Nachrichten an einer Zeile ergeben und was die Zeile ändert.</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Shows the epochs of a private group: who was a member when, and who excluded whom.</source>
        <translation>Zeigt die Epochen einer privaten Gruppe: wer wann Mitglied war und wer wen ausschloss.</translation>
    </message>
    <message>
        <source>Shows the items of a set, and the messages that added or deleted each of them.</source>
        <translation>Zeigt die Elemente einer Menge und die Nachrichten, die sie hinzufügten oder löschten.</translation>
    </message>
    <message>
        <source>This conversation has {order:,} messages; this panel can examine at most {value:,}.</source>
        <translation>Dieses Gespräch hat {order:,} Nachrichten; dieser Bereich untersucht höchstens {value:,}.</translation>
    </message>
    <message>
        <source>Below it: {label}</source>
        <translation>Darunter: {label}</translation>
    </message>
    <message>
        <source>feed</source>
        <translation>Feed</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>{number:,} connected</source>
        <translation>{number:,} verbunden</translation>
    </message>
    <message>
        <source>{number:,} set aside</source>
        <translation>{number:,} zurückgestellt</translation>
    </message>
    <message>
        <source>{number:,} excluded</source>
        <translation>{number:,} ausgeschlossen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} tips</source>
        <comment>{n:,} tip</comment>
        <translation>
            <numerusform>{n:,} Ende</numerusform>
            <numerusform>{n:,} Enden</numerusform>
        </translation>
    </message>
    <message>
        <source>tip</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>excluded: {why}</source>
        <translation>ausgeschlossen: {why}</translation>
    </message>
    <message>
        <source>excluded: after {keys}</source>
        <translation>ausgeschlossen: nach {keys}</translation>
    </message>
    <message>
        <source>set aside: waits for {keys}</source>
        <translation>zurückgestellt: wartet auf {keys}</translation>
    </message>
    <message>
        <source>connected, rank {rank:,}, a tip</source>
        <translation>verbunden, Rang {rank:,}, ein Ende</translation>
    </message>
    <message>
        <source>connected, rank {rank:,}</source>
        <translation>verbunden, Rang {rank:,}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Messages of the tangle</source>
        <translation>Nachrichten des Geflechts</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What the message comes after, and what it waits for</source>
        <translation>Wonach die Nachricht kommt und worauf sie wartet</translation>
    </message>
    <message>
        <source>No SSB message here is in a tangle.</source>
        <translation>Keine SSB-Nachricht hier ist in einem Geflecht.</translation>
    </message>
    <message>
        <source>The tangle {name}: {extent}</source>
        <translation>Das Geflecht {name}: {extent}</translation>
    </message>
    <message>
        <source>Filter the tangles</source>
        <translation>Geflechte filtern</translation>
    </message>
    <message>
        <source>Filter by name, root or beginning</source>
        <translation>Nach Name, Wurzel oder Anfang filtern</translation>
    </message>
    <message>
        <source>Tangles, messages, one message</source>
        <translation>Geflechte, Nachrichten, eine Nachricht</translation>
    </message>
    <message>
        <source>({why}, so it waits)</source>
        <translation>({why}; deshalb wartet sie)</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>It names something that isn&apos;t a message, so it will never connect.</source>
        <translation>Sie nennt etwas, das keine Nachricht ist, und wird deshalb nie verbunden.</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Wiedergabesteuerung</translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation>An den Anfang</translation>
    </message>
    <message>
        <source>A step back (,)</source>
        <translation>Einen Schritt zurück (,)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>A step forward (.)</source>
        <translation>Einen Schritt weiter (.)</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Ans Ende</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>{speed:,}/s</source>
        <translation>{speed:,}/s</translation>
    </message>
    <message>
        <source>How it came here</source>
        <translation>Wie sie hierherkam</translation>
    </message>
    <message>
        <source>Why the message is here</source>
        <translation>Warum die Nachricht hier ist</translation>
    </message>
    <message>
        <source>Compare with another…</source>
        <translation>Mit einer anderen vergleichen …</translation>
    </message>
    <message>
        <source>Pin this message and compare it with the next one selected</source>
        <translation>Diese Nachricht anheften und mit der nächsten ausgewählten vergleichen</translation>
    </message>
    <message>
        <source>Now select another message.</source>
        <translation>Wähle jetzt eine andere Nachricht.</translation>
    </message>
    <message>
        <source>Select a message to see why it is in its row.</source>
        <translation>Wähle eine Nachricht, um zu sehen, warum sie in ihrer Zeile steht.</translation>
    </message>
    <message>
        <source>No conversation follows in this list.</source>
        <translation>In dieser Liste folgt kein Gespräch mehr.</translation>
    </message>
    <message>
        <source>No conversation is further up in this list.</source>
        <translation>Weiter oben steht in dieser Liste kein Gespräch.</translation>
    </message>
    <message>
        <source>“Everything” needs no pin: its button is always above the list.</source>
        <translation>„Alles“ muss nicht angeheftet werden: Die Schaltfläche steht immer über der Liste.</translation>
    </message>
    <message>
        <source>What is pinned is as before.</source>
        <translation>Angeheftet ist wieder, was es vorher war.</translation>
    </message>
    <message>
        <source>Pinned to the top of the list.</source>
        <translation>Oben in der Liste angeheftet.</translation>
    </message>
    <message>
        <source>No longer pinned.</source>
        <translation>Nicht mehr angeheftet.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} conversations marked as read</source>
        <comment>{n:,} conversation marked as read</comment>
        <translation>
            <numerusform>{n:,} Gespräch als gelesen markiert</numerusform>
            <numerusform>{n:,} Gespräche als gelesen markiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is unread.</source>
        <translation>Nichts ist ungelesen.</translation>
    </message>
    <message>
        <source>It is unread again.</source>
        <translation>Es ist wieder ungelesen.</translation>
    </message>
    <message>
        <source>The picture can&apos;t be painted. Export it as SVG instead.</source>
        <translation>Das Bild kann nicht gezeichnet werden. Exportiere es stattdessen als SVG.</translation>
    </message>
    <message>
        <source>The picture is too large to be painted. Export it as SVG instead.</source>
        <translation>Das Bild ist zu groß, um gezeichnet zu werden. Exportiere es stattdessen als SVG.</translation>
    </message>
    <message>
        <source>There is only one tab.</source>
        <translation>Es gibt nur einen Tab.</translation>
    </message>
    <message>
        <source>What was open in this tab is no longer here.</source>
        <translation>Was in diesem Tab offen war, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Jan</source>
        <translation>Jan.</translation>
    </message>
    <message>
        <source>Feb</source>
        <translation>Feb.</translation>
    </message>
    <message>
        <source>Mar</source>
        <translation>März</translation>
    </message>
    <message>
        <source>Apr</source>
        <translation>Apr.</translation>
    </message>
    <message>
        <source>Jun</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>Jul</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>Aug</source>
        <translation>Aug.</translation>
    </message>
    <message>
        <source>Sep</source>
        <translation>Sept.</translation>
    </message>
    <message>
        <source>Oct</source>
        <translation>Okt.</translation>
    </message>
    <message>
        <source>Nov</source>
        <translation>Nov.</translation>
    </message>
    <message>
        <source>Dec</source>
        <translation>Dez.</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{month} {year}</translation>
    </message>
    <message>
        <source>At an unknown time</source>
        <translation>Zu unbekannter Zeit</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>keine Zeit</translation>
    </message>
    <message>
        <source>At a time outside the calendar</source>
        <translation>Zu einer Zeit außerhalb des Kalenders</translation>
    </message>
    <message>
        <source>{weekday}, {day} {month} {year}</source>
        <translation>{weekday}, {day}. {month} {year}</translation>
    </message>
    <message>
        <source>{day}</source>
        <translation>{day}.</translation>
    </message>
    <message>
        <source>longer than can be shown</source>
        <translation>länger, als sich zeigen lässt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} years</source>
        <comment>{n:,} year</comment>
        <translation>
            <numerusform>{n:,} Jahr</numerusform>
            <numerusform>{n:,} Jahre</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} days</source>
        <comment>{n:,} day</comment>
        <translation>
            <numerusform>{n:,} Tag</numerusform>
            <numerusform>{n:,} Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hours</source>
        <comment>{n:,} hour</comment>
        <translation>
            <numerusform>{n:,} Stunde</numerusform>
            <numerusform>{n:,} Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes</source>
        <comment>{n:,} minute</comment>
        <translation>
            <numerusform>{n:,} Minute</numerusform>
            <numerusform>{n:,} Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} seconds</source>
        <comment>{n:,} second</comment>
        <translation>
            <numerusform>{n:,} Sekunde</numerusform>
            <numerusform>{n:,} Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>weniger als eine Sekunde</translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation>{day}. {month}</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation>{day}. {month} {year}</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>Was gerade geschieht</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>Arbeitet …</translation>
    </message>
    <message>
        <source>What is followed</source>
        <translation>Was verfolgt wird</translation>
    </message>
    <message>
        <source>Whether this database is verified</source>
        <translation>Ob diese Datenbank geprüft ist</translation>
    </message>
    <message>
        <source>This database came from elsewhere. Its verdicts are shown as they are stored, and are being checked in the background.</source>
        <translation>Diese Datenbank stammt von anderswo. Ihre Befunde werden gezeigt, wie sie gespeichert sind, und im Hintergrund geprüft.</translation>
    </message>
    <message>
        <source>Position in the conversation</source>
        <translation>Platz im Gespräch</translation>
    </message>
    <message>
        <source>The selected message if it is on the screen, otherwise the first one</source>
        <translation>Die ausgewählte Nachricht, wenn sie zu sehen ist, sonst die erste</translation>
    </message>
    <message>
        <source>Open the folder of the file</source>
        <translation>Den Ordner der Datei öffnen</translation>
    </message>
    <message>
        <source>How much has been read</source>
        <translation>Wie viel gelesen ist</translation>
    </message>
    <message>
        <source>Stop reading; what has been read stays</source>
        <translation>Lesen anhalten; was gelesen ist, bleibt</translation>
    </message>
    <message>
        <source>Show the records that couldn&apos;t be used</source>
        <translation>Die Datensätze zeigen, die nicht verwendet werden konnten</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>{name} wird gelesen …</translation>
    </message>
    <message>
        <source>Reading {name}: {how}</source>
        <translation>{name} wird gelesen: {how}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages added, {all:,} in all</source>
        <comment>{n:,} message added, {all:,} in all</comment>
        <translation>
            <numerusform>{n:,} Nachricht dazugekommen, {all:,} insgesamt</numerusform>
            <numerusform>{n:,} Nachrichten dazugekommen, {all:,} insgesamt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Following {n:,} archives</source>
        <comment>Following {n:,} archive</comment>
        <translation>
            <numerusform>{n:,} Archiv wird verfolgt</numerusform>
            <numerusform>{n:,} Archive werden verfolgt</numerusform>
        </translation>
    </message>
    <message>
        <source>Following {name}</source>
        <translation>{name} wird verfolgt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages were added.</source>
        <comment>{n:,} message was added.</comment>
        <translation>
            <numerusform>{n:,} Nachricht ist dazugekommen.</numerusform>
            <numerusform>{n:,} Nachrichten sind dazugekommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} records can&apos;t be used; the first is {first}</source>
        <comment>{n:,} record can&apos;t be used: {first}</comment>
        <translation>
            <numerusform>{n:,} Datensatz ist nicht verwendbar: {first}</numerusform>
            <numerusform>{n:,} Datensätze sind nicht verwendbar; der erste ist {first}</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} is gone</source>
        <translation>{name} ist verschwunden</translation>
    </message>
    <message>
        <source>{name} is no longer followed</source>
        <translation>{name} wird nicht mehr verfolgt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records</source>
        <comment>{n:,} bad record</comment>
        <translation>
            <numerusform>{n:,} fehlerhafter Datensatz</numerusform>
            <numerusform>{n:,} fehlerhafte Datensätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bad records: show</source>
        <comment>{n:,} bad record: show</comment>
        <translation>
            <numerusform>{n:,} fehlerhafter Datensatz: zeigen</numerusform>
            <numerusform>{n:,} fehlerhafte Datensätze: zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>waiting until another import into this collection ends</source>
        <translation>wartet, bis ein anderer Import in diese Sammlung zu Ende ist</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Mitteilung</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>Die Mitteilung schließen</translation>
    </message>
    <message>
        <source>{number:,} at most</source>
        <translation>höchstens {number:,}</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Nothing prevents publishing</source>
        <translation>Der Veröffentlichung steht nichts im Weg</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>Schreibe zuerst etwas.</translation>
    </message>
    <message>
        <source>The reply is too long: a signed message holds {most:,} characters at most. Shorten it.</source>
        <translation>Die Antwort ist zu lang: Eine signierte Nachricht fasst höchstens {most:,} Zeichen. Kürze sie.</translation>
    </message>
    <message>
        <source>A message holds {most:,} characters at most; this is far too long.</source>
        <translation>Eine Nachricht fasst höchstens {most:,} Zeichen; diese ist viel zu lang.</translation>
    </message>
    <message>
        <source>far too long</source>
        <translation>viel zu lang</translation>
    </message>
    <message>
        <source>{number:,} of {all:,}</source>
        <translation>{number:,} von {all:,}</translation>
    </message>
    <message>
        <source>Length of the signed message: {shown}</source>
        <translation>Länge der signierten Nachricht: {shown}</translation>
    </message>
    <message numerus="yes">
        <source>Signing in {n:,} seconds</source>
        <comment>Signing in {n:,} second</comment>
        <translation>
            <numerusform>Wird in {n:,} Sekunde signiert</numerusform>
            <numerusform>Wird in {n:,} Sekunden signiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Signing…</source>
        <translation>Wird signiert …</translation>
    </message>
    <message>
        <source>Reply in this conversation…</source>
        <translation>In diesem Gespräch antworten …</translation>
    </message>
    <message>
        <source>Show how the reply will look</source>
        <translation>Zeigen, wie die Antwort aussehen wird</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Show what exactly will be signed</source>
        <translation>Zeigen, was genau signiert wird</translation>
    </message>
    <message>
        <source>Sign</source>
        <translation>Signieren</translation>
    </message>
    <message>
        <source>Sign the reply and keep it here</source>
        <translation>Die Antwort signieren und hier aufbewahren</translation>
    </message>
    <message>
        <source>Sign at once</source>
        <translation>Sofort signieren</translation>
    </message>
    <message>
        <source>as {name}</source>
        <translation>als {name}</translation>
    </message>
    <message>
        <source>as a new identity, created when you sign</source>
        <translation>als eine neue Identität, die beim Signieren angelegt wird</translation>
    </message>
    <message>
        <source>No identity</source>
        <translation>Keine Identität</translation>
    </message>
    <message>
        <source>{who}
kept in {file}</source>
        <translation>{who}
aufbewahrt in {file}</translation>
    </message>
    <message>
        <source>A new identity</source>
        <translation>Eine neue Identität</translation>
    </message>
    <message>
        <source>Your reply, in Markdown</source>
        <translation>Die eigene Antwort, in Markdown</translation>
    </message>
    <message>
        <source>Length, identity and what to do</source>
        <translation>Länge, Identität und Aktionen</translation>
    </message>
    <message>
        <source>A reply stays on this computer until you export your feed.</source>
        <translation>Eine Antwort bleibt auf diesem Computer, bis du deinen Feed exportierst.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Don&apos;t sign; continue with the draft</source>
        <translation>Nicht signieren; am Entwurf weiterschreiben</translation>
    </message>
    <message>
        <source>Sign now</source>
        <translation>Jetzt signieren</translation>
    </message>
    <message>
        <source> · {time} later</source>
        <translation> · {time} später</translation>
    </message>
    <message>
        <source> · {time} earlier</source>
        <translation> · {time} früher</translation>
    </message>
    <message>
        <source>Diagram of the conversation</source>
        <translation>Diagramm des Gesprächs</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} effects</source>
        <comment>{n:,} effect</comment>
        <translation>
            <numerusform>{n:,} Wirkung</numerusform>
            <numerusform>{n:,} Wirkungen</numerusform>
        </translation>
    </message>
    <message>
        <source>signatures not checked</source>
        <translation>Signaturen nicht geprüft</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>In diesem Gespräch suchen</translation>
    </message>
    <message>
        <source>Words to find in this conversation</source>
        <translation>Wörter, nach denen in diesem Gespräch gesucht wird</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>Nur diese</translation>
    </message>
    <message>
        <source>Show only the messages that were found</source>
        <translation>Nur die gefundenen Nachrichten zeigen</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Close find bar</source>
        <translation>Suchleiste schließen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hits</source>
        <comment>{n:,} hit</comment>
        <translation>
            <numerusform>{n:,} Treffer</numerusform>
            <numerusform>{n:,} Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>A part of the conversation, for reading</source>
        <translation>Ein Teil des Gesprächs, zum Lesen</translation>
    </message>
    <message>
        <source>{number:,} hidden</source>
        <translation>{number:,} verborgen</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>Offenes Gespräch</translation>
    </message>
    <message>
        <source>No conversation is open</source>
        <translation>Kein Gespräch ist offen</translation>
    </message>
    <message>
        <source>Size of the conversation</source>
        <translation>Größe des Gesprächs</translation>
    </message>
    <message>
        <source>What the author of the current message knew of</source>
        <translation>Wovon der Autor der aktuellen Nachricht wusste</translation>
    </message>
    <message>
        <source>List the threads with new messages, the most recent first</source>
        <translation>Threads mit neuen Nachrichten auflisten, die neuesten zuerst</translation>
    </message>
    <message>
        <source>in the order “{order}”</source>
        <translation>in der Ordnung „{order}“</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} authors</source>
        <comment>{n:,} author</comment>
        <translation>
            <numerusform>{n:,} Autor</numerusform>
            <numerusform>{n:,} Autoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Position: {ranks}</source>
        <translation>Stellung: {ranks}</translation>
    </message>
    <message>
        <source>a picture without a description</source>
        <translation>ein Bild ohne Beschreibung</translation>
    </message>
    <message>
        <source>File that isn&apos;t on this page: {file}</source>
        <translation>Datei, die nicht auf dieser Seite ist: {file}</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>The search needs JavaScript.</source>
        <translation>Die Suche braucht JavaScript.</translation>
    </message>
    <message>
        <source># found</source>
        <translation># gefunden</translation>
    </message>
    <message>
        <source>The index of the search can&apos;t be read.</source>
        <translation>Der Index der Suche kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>order: {name}</source>
        <translation>Ordnung: {name}</translation>
    </message>
    <message>
        <source>its first message is missing</source>
        <translation>die erste Nachricht fehlt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more missing messages aren&apos;t shown</source>
        <comment>{n:,} more missing message isn&apos;t shown</comment>
        <translation>
            <numerusform>{n:,} weitere fehlende Nachricht wird nicht gezeigt</numerusform>
            <numerusform>{n:,} weitere fehlende Nachrichten werden nicht gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>No message is selected</source>
        <translation>Keine Nachricht ist ausgewählt</translation>
    </message>
    <message>
        <source>What to hide</source>
        <translation>Was verborgen wird</translation>
    </message>
    <message>
        <source>Fold linear &amp;runs</source>
        <translation>Unve&amp;rzweigte Folgen falten</translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>Hide types</source>
        <translation>Typen verbergen</translation>
    </message>
    <message>
        <source>{name} ({number:,})</source>
        <translation>{name} ({number:,})</translation>
    </message>
    <message>
        <source>Hide authors</source>
        <translation>Autoren verbergen</translation>
    </message>
    <message>
        <source>The lines beside the messages are the graph: from each message down to those that come after it. Where they fork, two authors didn&apos;t know of each other&apos;s message.</source>
        <translation>Die Linien neben den Nachrichten sind der Graph: von jeder Nachricht hinab zu denen, die nach ihr kommen. Wo sie sich verzweigen, kannten zwei Autoren die Nachricht des anderen nicht.</translation>
    </message>
    <message>
        <source>A hollow dot is a missing message that others name. When it arrives, it is inserted where it belongs, and what you read stays where it is.</source>
        <translation>Ein hohler Punkt ist eine fehlende Nachricht, die andere nennen. Kommt sie an, wird sie eingefügt, wo sie hingehört, und was du liest, bleibt, wo es ist.</translation>
    </message>
    <message>
        <source>When you select a message, those that its author didn&apos;t know of are tinted. I opens the inspector, W explains why the message is here.</source>
        <translation>Wenn du eine Nachricht wählst, werden die getönt, die ihr Autor nicht kannte. I öffnet den Inspektor, W erklärt, warum sie hier steht.</translation>
    </message>
    <message>
        <source>Messages have arrived here. What you read stays where it is. N goes to new messages, M to moved ones.</source>
        <translation>Hier sind Nachrichten angekommen. Was du liest, bleibt, wo es ist. N führt zu neuen Nachrichten, M zu verschobenen.</translation>
    </message>
    <message>
        <source>Ctrl+K finds every command by a few of its letters; F1 shows all keys.</source>
        <translation>Strg+K findet jeden Befehl nach ein paar seiner Buchstaben; F1 zeigt alle Tasten.</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Got it</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation>Keine Hinweise mehr</translation>
    </message>
    <message>
        <source>Hint: {hint}</source>
        <translation>Hinweis: {hint}</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Back to the previous message</source>
        <translation>Zurück zur vorigen Nachricht</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>Wieder vorwärts</translation>
    </message>
    <message>
        <source>Details of the current message</source>
        <translation>Einzelheiten der aktuellen Nachricht</translation>
    </message>
    <message>
        <source>Copy as signed</source>
        <translation>Original kopieren</translation>
    </message>
    <message>
        <source>Copy the message as it was signed</source>
        <translation>Die Nachricht kopieren, wie sie signiert wurde</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pin this message to compare it with those that you select next</source>
        <translation>Diese Nachricht anheften, um sie mit den als Nächstes gewählten zu vergleichen</translation>
    </message>
    <message>
        <source>Pin for comparison: for each other message, the inspector then says which came first</source>
        <translation>Zum Vergleich anheften: Der Inspektor sagt dann für jede andere Nachricht, welche zuerst kam</translation>
    </message>
    <message>
        <source>Copy as read</source>
        <translation>Wie gelesen kopieren</translation>
    </message>
    <message>
        <source>Copy the node as it was read</source>
        <translation>Den Knoten kopieren, wie er gelesen wurde</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Select a message to inspect it.</source>
        <translation>Wähle eine Nachricht, um sie zu untersuchen.</translation>
    </message>
    <message>
        <source>As it was signed</source>
        <translation>Wie sie signiert wurde</translation>
    </message>
    <message>
        <source>As it was read</source>
        <translation>Wie es gelesen wurde</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} causes far above: click to go there</source>
        <comment>{n:,} cause far above: click to go there</comment>
        <translation>
            <numerusform>{n:,} Ursache weit oben: Ein Klick führt hin</numerusform>
            <numerusform>{n:,} Ursachen weit oben: Ein Klick führt hin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} effects far below: click to go there</source>
        <comment>{n:,} effect far below: click to go there</comment>
        <translation>
            <numerusform>{n:,} Wirkung weit unten: Ein Klick führt hin</numerusform>
            <numerusform>{n:,} Wirkungen weit unten: Ein Klick führt hin</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview of the diagram</source>
        <translation>Übersicht des Diagramms</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>Nothing moved</source>
        <translation>Nichts verschoben</translation>
    </message>
    <message>
        <source>{new:,} new</source>
        <translation>{new:,} neu</translation>
    </message>
    <message>
        <source>{moved:,} moved</source>
        <translation>{moved:,} verschoben</translation>
    </message>
    <message>
        <source>{text}: show</source>
        <translation>{text}: zeigen</translation>
    </message>
    <message>
        <source>Everything is one timeline of all SSB messages, and this collection has none. What it has is in the lists on the left.</source>
        <translation>„Alles“ ist eine Zeitleiste aller SSB-Nachrichten, und diese Sammlung hat keine. Was sie enthält, steht in den Listen links.</translation>
    </message>
    <message>
        <source>No message here belongs to this conversation. Choose another one in the list, or read more archives: Collection &gt; Add archives to this collection.</source>
        <translation>Keine Nachricht hier gehört zu diesem Gespräch. Wähle ein anderes in der Liste oder lies mehr Archive ein: Sammlung &gt; Archive zu dieser Sammlung hinzufügen.</translation>
    </message>
    <message>
        <source>No message here belongs to this conversation.</source>
        <translation>Keine Nachricht hier gehört zu diesem Gespräch.</translation>
    </message>
    <message>
        <source>Preview of the reply</source>
        <translation>Vorschau der Antwort</translation>
    </message>
    <message>
        <source>The reply as it will look</source>
        <translation>Die Antwort, wie sie aussehen wird</translation>
    </message>
    <message>
        <source>What exactly will be signed</source>
        <translation>Was genau signiert wird</translation>
    </message>
    <message>
        <source>In this conversation, after</source>
        <translation>In diesem Gespräch, nach</translation>
    </message>
    <message>
        <source>Prepare</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Abschließen</translation>
    </message>
    <message>
        <source>{stage} {seconds:,.1f} s</source>
        <translation>{stage} {seconds:,.1f} s</translation>
    </message>
    <message>
        <source>Stages of the import: {stage}</source>
        <translation>Stufen des Imports: {stage}</translation>
    </message>
    <message>
        <source>Stages of the import</source>
        <translation>Stufen des Imports</translation>
    </message>
    <message>
        <source>Encrypted for someone else</source>
        <translation>Für jemand anderen verschlüsselt</translation>
    </message>
    <message>
        <source>Missing message {key}</source>
        <translation>Fehlende Nachricht {key}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages name it</source>
        <comment>{n:,} message names it</comment>
        <translation>
            <numerusform>{n:,} Nachricht nennt sie</numerusform>
            <numerusform>{n:,} Nachrichten nennen sie</numerusform>
        </translation>
    </message>
    <message>
        <source>{missing} — {who}</source>
        <translation>{missing} — {who}</translation>
    </message>
    <message>
        <source>A message of a person who isn&apos;t shown, left out</source>
        <translation>Eine Nachricht einer Person, die nicht gezeigt wird, weggelassen</translation>
    </message>
    <message>
        <source>A private message, left out</source>
        <translation>Eine private Nachricht, ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} more</source>
        <comment>and {n:,} more</comment>
        <translation>
            <numerusform>und {n:,} weitere</numerusform>
            <numerusform>und {n:,} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>What is said about a person who isn&apos;t shown, left out</source>
        <translation>Eine Angabe über eine Person, die nicht gezeigt wird, ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages name it</source>
        <comment>one message names it</comment>
        <translation>
            <numerusform>eine Nachricht nennt sie</numerusform>
            <numerusform>{n:,} Nachrichten nennen sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Missing message {key} — {who}</source>
        <translation>Fehlende Nachricht {key} — {who}</translation>
    </message>
    <message>
        <source>Filter by words or names</source>
        <translation>Nach Wörtern oder Namen filtern</translation>
    </message>
    <message>
        <source>Filter by names</source>
        <translation>Nach Namen filtern</translation>
    </message>
    <message>
        <source>Why the list is empty</source>
        <translation>Warum die Liste leer ist</translation>
    </message>
    <message>
        <source>How many match the filter</source>
        <translation>Wie viele zum Filter passen</translation>
    </message>
    <message>
        <source>Nothing here matches the filter. Enter fewer words, or choose another list.</source>
        <translation>Nichts hier passt zum Filter. Gib weniger Wörter ein oder wähle eine andere Liste.</translation>
    </message>
    <message>
        <source>What to choose from</source>
        <translation>Woraus gewählt wird</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>All messages of all feeds in one timeline</source>
        <translation>Alle Nachrichten aller Feeds in einer Zeitleiste</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>Filter by words, names or months</source>
        <translation>Nach Wörtern, Namen oder Monaten filtern</translation>
    </message>
    <message>
        <source>{list} that match the filter</source>
        <translation>{list}, die zum Filter passen</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation>Diesen Tab schließen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more lines don&apos;t fit here</source>
        <comment>{n:,} more line doesn&apos;t fit here</comment>
        <translation>
            <numerusform>{n:,} weitere Linie passt nicht hierher</numerusform>
            <numerusform>{n:,} weitere Linien passen nicht hierher</numerusform>
        </translation>
    </message>
    <message>
        <source>The reply will come after</source>
        <translation>Die Antwort kommt nach</translation>
    </message>
    <message>
        <source>In {tangles} after</source>
        <translation>In {tangles} nach</translation>
    </message>
    <message>
        <source>Not in {tangles}</source>
        <translation>Nicht in {tangles}</translation>
    </message>
    <message>
        <source>After {text}: go there</source>
        <translation>Nach {text}: dorthin</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Open an archive…</source>
        <translation>Archiv öffnen …</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Your collections</source>
        <translation>Deine Sammlungen</translation>
    </message>
    <message>
        <source>Read your archives</source>
        <translation>Lies deine Archive</translation>
    </message>
    <message>
        <source>Its conversations appear here as soon as they can be read.</source>
        <translation>Die Gespräche erscheinen hier, sobald sie lesbar sind.</translation>
    </message>
    <message>
        <source>Open what Patchwork, Manyverse, Oasis or another program for Secure Scuttlebutt has kept: conversations in their order, with faces and pictures. An Autobase, a Matrix room or a Git repository can be read and debugged, too. Files are only read, never changed. You can also drop them here.</source>
        <translation>Öffne, was Patchwork, Manyverse, Oasis oder ein anderes Programm für Secure Scuttlebutt aufbewahrt hat: Gespräche in ihrer Reihenfolge, mit Gesichtern und Bildern. Auch eine Autobase, ein Matrix-Raum oder ein Git-Repository kann gelesen und untersucht werden. Dateien werden nur gelesen, nie geändert. Du kannst sie auch hierher ziehen.</translation>
    </message>
    <message>
        <source>New here? The sample is small, and begins with a tour.</source>
        <translation>Neu hier? Das Beispiel ist klein und beginnt mit einem Rundgang.</translation>
    </message>
    <message>
        <source>{name} (import interrupted)</source>
        <translation>{name} (Import unterbrochen)</translation>
    </message>
    <message>
        <source>Open the collection {name}</source>
        <translation>Sammlung {name} öffnen</translation>
    </message>
    <message>
        <source>Show all {number:,} collections</source>
        <translation>Alle {number:,} Sammlungen anzeigen</translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation>Werkbank</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>All views here</source>
        <translation>Alle Ansichten hier</translation>
    </message>
    <message>
        <source>What this panel answers</source>
        <translation>Was dieser Bereich beantwortet</translation>
    </message>
    <message>
        <source>Put the panel below or beside the timeline</source>
        <translation>Den Bereich unter oder neben die Zeitleiste setzen</translation>
    </message>
    <message>
        <source>Fill the window with this panel</source>
        <translation>Das Fenster mit diesem Bereich füllen</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>Den Bereich schließen</translation>
    </message>
    <message>
        <source>forked</source>
        <translation>verzweigt</translation>
    </message>
    <message>
        <source>This feed continues in two ways; this message is on a second branch.</source>
        <translation>Dieser Feed verzweigt sich; diese Nachricht steht auf dem zweiten Zweig.</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>The file doesn&apos;t hold enough to check this message.</source>
        <translation>Die Datei enthält nicht genug, um diese Nachricht zu prüfen.</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>This is version {n:,}, the latest by its author.</source>
        <translation>Das ist Fassung {n:,}, die neueste des Autors.</translation>
    </message>
    <message numerus="yes">
        <source>[{name}, {n:,} times]</source>
        <comment>[{name}]</comment>
        <translation>
            <numerusform>[{name}]</numerusform>
            <numerusform>[{name}, {n:,}-mal]</numerusform>
        </translation>
    </message>
    <message>
        <source>Encrypted message</source>
        <translation>Verschlüsselte Nachricht</translation>
    </message>
    <message>
        <source>a message by {name}</source>
        <translation>eine Nachricht von {name}</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>„{title}“</translation>
    </message>
    <message>
        <source>Content warning: {warning}</source>
        <translation>Inhaltswarnung: {warning}</translation>
    </message>
    <message>
        <source>{number:,.0f} bytes</source>
        <translation>{number:,.0f} Byte</translation>
    </message>
    <message>
        <source>{number:,.0f} kB</source>
        <translation>{number:,.0f} kB</translation>
    </message>
    <message>
        <source>{number:,.0f} MB</source>
        <translation>{number:,.0f} MB</translation>
    </message>
    <message>
        <source>{number:,.1f} GB</source>
        <translation>{number:,.1f} GB</translation>
    </message>
    <message>
        <source>{text} and {last}</source>
        <translation>{text} und {last}</translation>
    </message>
    <message>
        <source>likes {name}</source>
        <translation>mag {name}</translation>
    </message>
    <message>
        <source>no longer likes {name}</source>
        <translation>mag {name} nicht mehr</translation>
    </message>
    <message>
        <source>flags {name}</source>
        <translation>meldet {name}</translation>
    </message>
    <message>
        <source>blocks {name}</source>
        <translation>blockiert {name}</translation>
    </message>
    <message>
        <source>follows {name}</source>
        <translation>folgt {name}</translation>
    </message>
    <message numerus="yes">
        <source>likes {n:,} messages</source>
        <comment>likes {n:,} message</comment>
        <translation>
            <numerusform>mag {n:,} Nachricht</numerusform>
            <numerusform>mag {n:,} Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>follows {n:,} people</source>
        <comment>follows {n:,} person</comment>
        <translation>
            <numerusform>folgt {n:,} Person</numerusform>
            <numerusform>folgt {n:,} Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>no longer follows {name}</source>
        <translation>folgt {name} nicht mehr</translation>
    </message>
    <message numerus="yes">
        <source>no longer follows {n:,} people</source>
        <comment>no longer follows {n:,} person</comment>
        <translation>
            <numerusform>folgt {n:,} Person nicht mehr</numerusform>
            <numerusform>folgt {n:,} Personen nicht mehr</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>blocks {n:,} people</source>
        <comment>blocks {n:,} person</comment>
        <translation>
            <numerusform>blockiert {n:,} Person</numerusform>
            <numerusform>blockiert {n:,} Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>adds {name} to a private group</source>
        <translation>nimmt {name} in eine private Gruppe auf</translation>
    </message>
    <message numerus="yes">
        <source>adds {n:,} people to a private group</source>
        <comment>adds {n:,} person to a private group</comment>
        <translation>
            <numerusform>nimmt {n:,} Person in eine private Gruppe auf</numerusform>
            <numerusform>nimmt {n:,} Personen in eine private Gruppe auf</numerusform>
        </translation>
    </message>
    <message>
        <source>excludes {name} from a private group</source>
        <translation>schließt {name} aus einer privaten Gruppe aus</translation>
    </message>
    <message numerus="yes">
        <source>excludes {n:,} people from a private group</source>
        <comment>excludes {n:,} person from a private group</comment>
        <translation>
            <numerusform>schließt {n:,} Person aus einer privaten Gruppe aus</numerusform>
            <numerusform>schließt {n:,} Personen aus einer privaten Gruppe aus</numerusform>
        </translation>
    </message>
    <message>
        <source>like {name}</source>
        <translation>mögen {name}</translation>
    </message>
    <message numerus="yes">
        <source>like {n:,} messages</source>
        <comment>like {n:,} message</comment>
        <translation>
            <numerusform>mögen {n:,} Nachricht</numerusform>
            <numerusform>mögen {n:,} Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>follow {name}</source>
        <translation>folgen {name}</translation>
    </message>
    <message numerus="yes">
        <source>follow {n:,} people</source>
        <comment>follow {n:,} person</comment>
        <translation>
            <numerusform>folgen {n:,} Person</numerusform>
            <numerusform>folgen {n:,} Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>no longer follow {name}</source>
        <translation>folgen {name} nicht mehr</translation>
    </message>
    <message numerus="yes">
        <source>no longer follow {n:,} people</source>
        <comment>no longer follow {n:,} person</comment>
        <translation>
            <numerusform>folgen {n:,} Person nicht mehr</numerusform>
            <numerusform>folgen {n:,} Personen nicht mehr</numerusform>
        </translation>
    </message>
    <message>
        <source>block {name}</source>
        <translation>blockieren {name}</translation>
    </message>
    <message numerus="yes">
        <source>block {n:,} people</source>
        <comment>block {n:,} person</comment>
        <translation>
            <numerusform>blockieren {n:,} Person</numerusform>
            <numerusform>blockieren {n:,} Personen</numerusform>
        </translation>
    </message>
    <message>
        <source>add {name} to a private group</source>
        <translation>nehmen {name} in eine private Gruppe auf</translation>
    </message>
    <message numerus="yes">
        <source>add {n:,} people to a private group</source>
        <comment>add {n:,} person to a private group</comment>
        <translation>
            <numerusform>nehmen {n:,} Person in eine private Gruppe auf</numerusform>
            <numerusform>nehmen {n:,} Personen in eine private Gruppe auf</numerusform>
        </translation>
    </message>
    <message>
        <source>exclude {name} from a private group</source>
        <translation>schließen {name} aus einer privaten Gruppe aus</translation>
    </message>
    <message numerus="yes">
        <source>exclude {n:,} people from a private group</source>
        <comment>exclude {n:,} person from a private group</comment>
        <translation>
            <numerusform>schließen {n:,} Person aus einer privaten Gruppe aus</numerusform>
            <numerusform>schließen {n:,} Personen aus einer privaten Gruppe aus</numerusform>
        </translation>
    </message>
    <message>
        <source>{text} ({messages})</source>
        <translation>{text} ({messages})</translation>
    </message>
    <message>
        <source>no longer blocks {name}</source>
        <translation>blockiert {name} nicht mehr</translation>
    </message>
    <message>
        <source>sets the name of {about} to “{name}”</source>
        <translation>nennt {about} „{name}“</translation>
    </message>
    <message>
        <source>titles {about} “{title}”</source>
        <translation>gibt {about} den Titel „{title}“</translation>
    </message>
    <message>
        <source>agrees to be shown on public web pages</source>
        <translation>ist einverstanden, auf öffentlichen Webseiten gezeigt zu werden</translation>
    </message>
    <message>
        <source>doesn&apos;t want to be shown on public web pages</source>
        <translation>möchte nicht auf öffentlichen Webseiten gezeigt werden</translation>
    </message>
    <message>
        <source>sets their name to “{name}”</source>
        <translation>nennt sich „{name}“</translation>
    </message>
    <message>
        <source>sets their picture</source>
        <translation>wählt ein Bild für sich</translation>
    </message>
    <message>
        <source>describes themselves: {text}</source>
        <translation>beschreibt sich: {text}</translation>
    </message>
    <message>
        <source>won&apos;t come to {about}</source>
        <translation>kommt nicht zu {about}</translation>
    </message>
    <message>
        <source>will come to {about}</source>
        <translation>kommt zu {about}</translation>
    </message>
    <message>
        <source>sets the time of {about}</source>
        <translation>setzt die Zeit von {about}</translation>
    </message>
    <message>
        <source>sets the place of {about} to {place}</source>
        <translation>gibt {place} als Ort von {about} an</translation>
    </message>
    <message>
        <source>gives {about} a picture</source>
        <translation>gibt {about} ein Bild</translation>
    </message>
    <message>
        <source>reviews {about}</source>
        <translation>rezensiert {about}</translation>
    </message>
    <message>
        <source>describes {about}: {text}</source>
        <translation>beschreibt {about}: {text}</translation>
    </message>
    <message>
        <source>unsubscribes from {name}</source>
        <translation>abonniert {name} nicht mehr</translation>
    </message>
    <message>
        <source>subscribes to {name}</source>
        <translation>abonniert {name}</translation>
    </message>
    <message>
        <source>announces the pub {name}</source>
        <translation>kündigt den Pub {name} an</translation>
    </message>
    <message>
        <source>calls a gathering</source>
        <translation>lädt zu einem Treffen ein</translation>
    </message>
    <message>
        <source>calls a gathering “{title}”</source>
        <translation>lädt zum Treffen „{title}“ ein</translation>
    </message>
    <message>
        <source>writes “{title}”</source>
        <translation>schreibt „{title}“</translation>
    </message>
    <message>
        <source>no longer tags {name}</source>
        <translation>nimmt {name} ein Schlagwort weg</translation>
    </message>
    <message>
        <source>tags {name}</source>
        <translation>gibt {name} ein Schlagwort</translation>
    </message>
    <message>
        <source>creates the Git repository {name}</source>
        <translation>legt das Git-Repository {name} an</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>{n:,}: {names}</source>
        <translation>{n:,}: {names}</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Coming</source>
        <translation>Zusagen</translation>
    </message>
    <message>
        <source>no answers yet</source>
        <translation>noch keine Antworten</translation>
    </message>
    <message>
        <source>Not coming</source>
        <translation>Absagen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more choices</source>
        <comment>{n:,} more choice</comment>
        <translation>
            <numerusform>{n:,} weitere Antwort</numerusform>
            <numerusform>{n:,} weitere Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>Nicht gezählt</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answers, late or invalid</source>
        <comment>{n:,} answer, late or invalid</comment>
        <translation>
            <numerusform>{n:,} Antwort, zu spät oder ungültig</numerusform>
            <numerusform>{n:,} Antworten, zu spät oder ungültig</numerusform>
        </translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>{name} has won by checkmate</source>
        <translation>{name} hat durch Matt gewonnen</translation>
    </message>
    <message>
        <source>{name} has resigned</source>
        <translation>{name} hat aufgegeben</translation>
    </message>
    <message>
        <source>a draw</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>not accepted yet</source>
        <translation>noch nicht angenommen</translation>
    </message>
    <message>
        <source>{name} to move</source>
        <translation>{name} ist am Zug</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} ratings</source>
        <comment>{n:,} rating</comment>
        <translation>
            <numerusform>{n:,} Bewertung</numerusform>
            <numerusform>{n:,} Bewertungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more reviews</source>
        <comment>{n:,} more review</comment>
        <translation>
            <numerusform>{n:,} weitere Rezension</numerusform>
            <numerusform>{n:,} weitere Rezensionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>shelf {name}</source>
        <translation>Regal {name}</translation>
    </message>
    <message>
        <source>comes to</source>
        <translation>kommt zu</translation>
    </message>
    <message>
        <source>a gathering</source>
        <translation>einem Treffen</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>antwortet auf</translation>
    </message>
    <message>
        <source>chess with {names}</source>
        <translation>Schach mit {names}</translation>
    </message>
    <message>
        <source>chess</source>
        <translation>Schach</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>spielt</translation>
    </message>
    <message>
        <source>reviews</source>
        <translation>rezensiert</translation>
    </message>
    <message>
        <source>flags {name}: {reason}</source>
        <translation>meldet {name}: {reason}</translation>
    </message>
    <message>
        <source>no longer flags {name}</source>
        <translation>meldet {name} nicht mehr</translation>
    </message>
    <message>
        <source>publishes the npm packages {names}</source>
        <translation>veröffentlicht die npm-Pakete {names}</translation>
    </message>
    <message>
        <source>blocks a feed, but doesn&apos;t name it</source>
        <translation>blockiert einen Feed, nennt ihn aber nicht</translation>
    </message>
    <message>
        <source>follows a feed, but doesn&apos;t name it</source>
        <translation>folgt einem Feed, nennt ihn aber nicht</translation>
    </message>
    <message>
        <source>no longer follows a feed, but doesn&apos;t name it</source>
        <translation>folgt einem Feed nicht mehr, nennt ihn aber nicht</translation>
    </message>
    <message>
        <source>no longer blocks a feed, but doesn&apos;t name it</source>
        <translation>blockiert einen Feed nicht mehr, nennt ihn aber nicht</translation>
    </message>
    <message>
        <source>creates a tag</source>
        <translation>legt ein Schlagwort an</translation>
    </message>
    <message>
        <source>forks the Git repository {name}</source>
        <translation>zweigt vom Git-Repository {name} ab</translation>
    </message>
    <message>
        <source>creates a Git repository</source>
        <translation>legt ein Git-Repository an</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Rezension</translation>
    </message>
    <message>
        <source>Shelf</source>
        <translation>Regal</translation>
    </message>
    <message>
        <source>asks “{title}”</source>
        <translation>fragt „{title}“</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>deletes {name}</source>
        <translation>löscht {name}</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Salary</source>
        <translation>Gehalt</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>calls {name} “{category}”</source>
        <translation>nennt {name} „{category}“</translation>
    </message>
    <message>
        <source>answers {name}: {choices}</source>
        <translation>antwortet auf {name}: {choices}</translation>
    </message>
    <message>
        <source>scores {score} in “{game}”</source>
        <translation>erreicht {score} Punkte in „{game}“</translation>
    </message>
    <message>
        <source>passes {name} on</source>
        <translation>gibt {name} weiter</translation>
    </message>
    <message>
        <source>announces the event “{title}”</source>
        <translation>kündigt die Veranstaltung „{title}“ an</translation>
    </message>
    <message>
        <source>sets the task “{title}”</source>
        <translation>stellt die Aufgabe „{title}“</translation>
    </message>
    <message>
        <source>reports “{title}”</source>
        <translation>meldet „{title}“</translation>
    </message>
    <message>
        <source>begins the project “{title}”</source>
        <translation>beginnt das Projekt „{title}“</translation>
    </message>
    <message>
        <source>offers “{title}”</source>
        <translation>bietet „{title}“ an</translation>
    </message>
    <message>
        <source>opens the shop “{title}”</source>
        <translation>eröffnet den Laden „{title}“</translation>
    </message>
    <message>
        <source>offers the job “{title}”</source>
        <translation>bietet die Stelle „{title}“ an</translation>
    </message>
    <message>
        <source>offers the home “{title}”</source>
        <translation>bietet die Wohnung „{title}“ an</translation>
    </message>
    <message>
        <source>transfers for “{title}”</source>
        <translation>überweist für „{title}“</translation>
    </message>
    <message>
        <source>shows the picture “{title}”</source>
        <translation>zeigt das Bild „{title}“</translation>
    </message>
    <message>
        <source>shares the recording “{title}”</source>
        <translation>teilt die Aufnahme „{title}“</translation>
    </message>
    <message>
        <source>shares the video “{title}”</source>
        <translation>teilt das Video „{title}“</translation>
    </message>
    <message>
        <source>shares the document “{title}”</source>
        <translation>teilt das Dokument „{title}“</translation>
    </message>
    <message>
        <source>shares the torrent “{title}”</source>
        <translation>teilt den Torrent „{title}“</translation>
    </message>
    <message>
        <source>bookmarks {title}</source>
        <translation>merkt sich {title}</translation>
    </message>
    <message>
        <source>begins the tribe “{title}”</source>
        <translation>beginnt den Stamm „{title}“</translation>
    </message>
    <message>
        <source>begins the calendar “{title}”</source>
        <translation>beginnt den Kalender „{title}“</translation>
    </message>
    <message>
        <source>begins the pad “{title}”</source>
        <translation>beginnt das Pad „{title}“</translation>
    </message>
    <message>
        <source>draws the map “{title}”</source>
        <translation>zeichnet die Karte „{title}“</translation>
    </message>
    <message>
        <source>begins the chat “{title}”</source>
        <translation>beginnt den Chat „{title}“</translation>
    </message>
    <message>
        <source>describes the skills of “{title}”</source>
        <translation>beschreibt die Fähigkeiten von „{title}“</translation>
    </message>
    <message>
        <source>begins the forum “{title}”</source>
        <translation>beginnt das Forum „{title}“</translation>
    </message>
    <message>
        <source>begins the course “{title}”</source>
        <translation>beginnt den Kurs „{title}“</translation>
    </message>
    <message>
        <source>adds the lesson “{title}”</source>
        <translation>fügt die Lektion „{title}“ hinzu</translation>
    </message>
    <message>
        <source>begins the workshop “{title}”</source>
        <translation>beginnt die Werkstatt „{title}“</translation>
    </message>
    <message>
        <source>publishes the blueprint “{title}”</source>
        <translation>veröffentlicht den Bauplan „{title}“</translation>
    </message>
    <message>
        <source>adds the date “{title}”</source>
        <translation>fügt den Termin „{title}“ hinzu</translation>
    </message>
    <message>
        <source>marks “{title}” on a map</source>
        <translation>markiert „{title}“ auf einer Karte</translation>
    </message>
    <message>
        <source>proposes the law “{title}”</source>
        <translation>schlägt das Gesetz „{title}“ vor</translation>
    </message>
    <message>
        <source>passes the law “{title}”</source>
        <translation>beschließt das Gesetz „{title}“</translation>
    </message>
    <message>
        <source>opens the case “{title}”</source>
        <translation>eröffnet den Fall „{title}“</translation>
    </message>
    <message>
        <source>will come to {name}</source>
        <translation>kommt zu {name}</translation>
    </message>
    <message>
        <source>won&apos;t come to {name}</source>
        <translation>kommt nicht zu {name}</translation>
    </message>
    <message>
        <source>takes on {name}</source>
        <translation>übernimmt {name}</translation>
    </message>
    <message>
        <source>gives {name} up</source>
        <translation>gibt {name} auf</translation>
    </message>
    <message>
        <source>pledges {amount} to {name}</source>
        <translation>sagt {amount} für {name} zu</translation>
    </message>
    <message>
        <source>bids {amount} for {name}</source>
        <translation>bietet {amount} für {name}</translation>
    </message>
    <message>
        <source>buys {name}</source>
        <translation>kauft {name}</translation>
    </message>
    <message>
        <source>confirms {name}</source>
        <translation>bestätigt {name}</translation>
    </message>
    <message>
        <source>Closes</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>chooses answer {number}</source>
        <translation>wählt Antwort {number}</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>adds the book “{title}”</source>
        <translation>trägt das Buch „{title}“ ein</translation>
    </message>
    <message>
        <source>changes the book {name}</source>
        <translation>ändert das Buch {name}</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>offers a game of chess</source>
        <translation>bietet eine Schachpartie an</translation>
    </message>
    <message>
        <source>plays white</source>
        <translation>spielt Weiß</translation>
    </message>
    <message>
        <source>plays black</source>
        <translation>spielt Schwarz</translation>
    </message>
    <message>
        <source>invites {name} to a game of chess</source>
        <translation>lädt {name} zu einer Schachpartie ein</translation>
    </message>
    <message>
        <source>accepts the game of chess</source>
        <translation>nimmt die Schachpartie an</translation>
    </message>
    <message>
        <source>plays {move}</source>
        <translation>zieht {move}</translation>
    </message>
    <message>
        <source>wins the game by checkmate</source>
        <translation>gewinnt durch Schachmatt</translation>
    </message>
    <message>
        <source>ends the game in a draw</source>
        <translation>beendet die Partie remis</translation>
    </message>
    <message>
        <source>resigns the game</source>
        <translation>gibt die Partie auf</translation>
    </message>
    <message>
        <source>says at the board: {text}</source>
        <translation>sagt am Brett: {text}</translation>
    </message>
    <message>
        <source>pushes to {name}</source>
        <translation>überträgt Commits nach {name}</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Zweige</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more</source>
        <comment>{n:,} more</comment>
        <translation>
            <numerusform>{n:,} weiterer</numerusform>
            <numerusform>{n:,} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>opens the ticket “{title}”</source>
        <translation>eröffnet das Ticket „{title}“</translation>
    </message>
    <message>
        <source>reopens {name}</source>
        <translation>öffnet {name} wieder</translation>
    </message>
    <message>
        <source>closes {name}</source>
        <translation>schließt {name}</translation>
    </message>
    <message>
        <source>changes the ticket {name}</source>
        <translation>ändert das Ticket {name}</translation>
    </message>
    <message>
        <source>asks to merge {branch} into {base}</source>
        <translation>bittet, {branch} in {base} zu übernehmen</translation>
    </message>
    <message>
        <source>begins an epoch of a private group</source>
        <translation>beginnt eine Epoche einer privaten Gruppe</translation>
    </message>
    <message>
        <source>adds {people} to a private group</source>
        <translation>nimmt {people} in eine private Gruppe auf</translation>
    </message>
    <message>
        <source>adds {people} to epoch {number:,}</source>
        <translation>nimmt {people} in Epoche {number:,} auf</translation>
    </message>
    <message>
        <source>excludes {people} from a private group</source>
        <translation>schließt {people} aus einer privaten Gruppe aus</translation>
    </message>
    <message>
        <source>excludes {people} from epoch {number:,}</source>
        <translation>schließt {people} aus Epoche {number:,} aus</translation>
    </message>
    <message>
        <source>changes a private group</source>
        <translation>ändert eine private Gruppe</translation>
    </message>
    <message>
        <source>deleted by its author on {time}</source>
        <translation>vom Autor gelöscht am {time}</translation>
    </message>
    <message>
        <source>deleted by its author</source>
        <translation>vom Autor gelöscht</translation>
    </message>
    <message>
        <source>edits {name}</source>
        <translation>bearbeitet {name}</translation>
    </message>
    <message>
        <source>withdraws an earlier version of {name}</source>
        <translation>zieht eine frühere Fassung von {name} zurück</translation>
    </message>
    <message>
        <source>proposes another version of {name}</source>
        <translation>schlägt eine andere Fassung von {name} vor</translation>
    </message>
    <message>
        <source>asks to delete {name}</source>
        <translation>bittet darum, {name} zu löschen</translation>
    </message>
    <message>
        <source>begins the group and its epoch {number:,}</source>
        <translation>beginnt die Gruppe und ihre Epoche {number:,}</translation>
    </message>
    <message>
        <source>published “{name}”</source>
        <translation>hat „{name}“ veröffentlicht</translation>
    </message>
    <message>
        <source>published something</source>
        <translation>hat etwas veröffentlicht</translation>
    </message>
    <message>
        <source>There are no messages to compare.</source>
        <translation>Es gibt keine Nachrichten zu vergleichen.</translation>
    </message>
    <message>
        <source>{one} and {other} are equal.</source>
        <translation>{one} und {other} sind gleich.</translation>
    </message>
    <message numerus="yes">
        <source>{one} and {other}: {n:,} of {pairs:,} pairs ({share:.1f}%) are in opposite order. The first difference is in row {row:,}:</source>
        <comment>{one} and {other}: {n:,} of {pairs:,} pairs ({share:.1f}%) is in opposite order. The first difference is in row {row:,}:</comment>
        <translation>
            <numerusform>{one} und {other}: {n:,} von {pairs:,} Paaren ({share:.1f} %) steht umgekehrt. Der erste Unterschied ist in Zeile {row:,}:</numerusform>
            <numerusform>{one} und {other}: {n:,} von {pairs:,} Paaren ({share:.1f} %) stehen umgekehrt. Der erste Unterschied ist in Zeile {row:,}:</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>{by} puts no reply above what it follows.</source>
        <translation>{by} stellt keine Antwort über das, worauf sie folgt.</translation>
    </message>
    <message numerus="yes">
        <source>{by} puts {n:,} replies above what it follows:</source>
        <comment>{by} puts {n:,} reply above what it follows:</comment>
        <translation>
            <numerusform>{by} stellt {n:,} Antwort über das, worauf sie folgt:</numerusform>
            <numerusform>{by} stellt {n:,} Antworten über das, worauf sie folgen:</numerusform>
        </translation>
    </message>
    <message>
        <source>  row {row:,}: {name}</source>
        <translation>  Zeile {row:,}: {name}</translation>
    </message>
    <message>
        <source>    follows row {row:,}: {name}</source>
        <translation>    folgt auf Zeile {row:,}: {name}</translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} more rows</source>
        <comment>and {n:,} more row</comment>
        <translation>
            <numerusform>und {n:,} weitere Zeile</numerusform>
            <numerusform>und {n:,} weitere Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message numerus="yes">
        <source>a list of {n}</source>
        <comment>a list of {n}</comment>
        <translation>
            <numerusform>eine Liste mit {n}</numerusform>
            <numerusform>eine Liste mit {n}</numerusform>
        </translation>
    </message>
    <message>
        <source>The import ended unexpectedly ({how}). What was checked is kept: start it again, and it continues where it stopped.</source>
        <translation>Der Import endete unerwartet ({how}). Was geprüft ist, bleibt: Starte ihn noch einmal, dann macht er dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>signal 9, which the system sends when memory runs out</source>
        <translation>Signal 9, das das System schickt, wenn der Arbeitsspeicher ausgeht</translation>
    </message>
    <message>
        <source>{program} can&apos;t be started: {why}. Close other programs, or start Tanglescope again.</source>
        <translation>{program} lässt sich nicht starten: {why}. Schließe andere Programme oder starte Tanglescope neu.</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>Status {status}</translation>
    </message>
    <message>
        <source>signal {status}</source>
        <translation>Signal {status}</translation>
    </message>
    <message>
        <source>{archive} can&apos;t be read any more: {why}.</source>
        <translation>{archive} kann nicht mehr gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>The process that computes the answers of panels has ended unexpectedly. Try again: it is restarted.</source>
        <translation>Der Prozess, der die Antworten der Bereiche berechnet, ist unerwartet zu Ende gegangen. Versuche es noch einmal: Er wird neu gestartet.</translation>
    </message>
    <message>
        <source>Nothing was signed, because you left the conversation. The draft is kept.</source>
        <translation>Nichts wurde signiert, weil das Gespräch verlassen wurde. Der Entwurf bleibt.</translation>
    </message>
    <message>
        <source>Replies can only be written in public threads and tangles.</source>
        <translation>Antworten lassen sich nur in öffentlichen Threads und Geflechten schreiben.</translation>
    </message>
    <message>
        <source>What you publish is signed with the identity that is made here.</source>
        <translation>Was du veröffentlichst, wird mit der Identität signiert, die hier entsteht.</translation>
    </message>
    <message>
        <source>You have an identity now. Its secret is kept in {file}</source>
        <translation>Du hast jetzt eine Identität. Ihr Geheimnis liegt in {file}</translation>
    </message>
    <message>
        <source>This reply was published before.</source>
        <translation>Diese Antwort ist schon veröffentlicht.</translation>
    </message>
    <message>
        <source>Signed. It stays on this computer until you export your feed.</source>
        <translation>Signiert. Sie bleibt auf diesem Computer, bis du deinen Feed exportierst.</translation>
    </message>
    <message>
        <source>{folder} is the folder of a go-ssb program. Tanglescope can&apos;t read its log.</source>
        <translation>{folder} ist der Ordner eines go-ssb-Programms. Dessen Log kann Tanglescope nicht lesen.</translation>
    </message>
    <message>
        <source>{folder} holds no archive: no log of an SSB program (db2/log.bipf, flume/log.offset or db/log), no Corestore, no tinySSB feeds and no Git repository.</source>
        <translation>{folder} enthält kein Archiv: kein Log eines SSB-Programms (db2/log.bipf, flume/log.offset oder db/log), keinen Corestore, keine tinySSB-Feeds und kein Git-Repository.</translation>
    </message>
    <message>
        <source>{path} doesn&apos;t exist.</source>
        <translation>{path} gibt es nicht.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t a regular file. Choose a file or a folder.</source>
        <translation>{path} ist keine gewöhnliche Datei. Wähle eine Datei oder einen Ordner.</translation>
    </message>
    <message>
        <source>{path} is {name}. {advice}</source>
        <translation>{path} ist {name}. {advice}</translation>
    </message>
    <message>
        <source>{path} is an SQLite database of another program. Export its messages as a graph file, with what each comes after.</source>
        <translation>{path} ist eine SQLite-Datenbank eines anderen Programms. Exportiere deren Nachrichten als Graphdatei, mit dem, worauf jede folgt.</translation>
    </message>
    <message>
        <source>{path} is a database, and only archives are read here. Export everything in it as NDJSON, which is an archive.</source>
        <translation>{path} ist eine Datenbank, und hier werden nur Archive gelesen. Exportiere alles daraus als NDJSON, das ein Archiv ist.</translation>
    </message>
    <message>
        <source>{path} is a {name} file; unpack it, then open what was in it.</source>
        <translation>{path} ist eine {name}-Datei; entpacke sie und öffne dann, was darin war.</translation>
    </message>
    <message>
        <source>{path} holds secret keys and no messages. Nothing in it was kept. To read private messages with it, choose it in the window with File &gt; Private messages &gt; Decrypt private messages.</source>
        <translation>{path} enthält geheime Schlüssel und keine Nachrichten. Nichts davon wurde behalten. Um private Nachrichten damit zu lesen, wähle die Datei im Fenster mit Datei &gt; Private Nachrichten &gt; Private Nachrichten entschlüsseln.</translation>
    </message>
    <message>
        <source>{path} is compressed twice; unpack it once, then open what was in it.</source>
        <translation>{path} ist doppelt komprimiert; entpacke sie einmal und öffne dann, was darin war.</translation>
    </message>
    <message>
        <source>{path} was written by Git. Open the folder of the repository instead; a bundle has to be cloned first.</source>
        <translation>{path} hat Git geschrieben. Öffne stattdessen den Ordner des Repositorys; ein Bundle muss zuerst geklont werden.</translation>
    </message>
    <message>
        <source>{path} is a diagram of Mermaid, but no flowchart. It doesn&apos;t say what comes after what, so there is nothing to order.</source>
        <translation>{path} ist ein Diagramm von Mermaid, aber kein Flussdiagramm. Es sagt nicht, was worauf folgt, daher gibt es nichts zu ordnen.</translation>
    </message>
    <message>
        <source>{path} holds no messages in a known format. Open the log or an export of an SSB program, a graph file, or the folder of an archive. Binary documents, such as those of Yjs, have to be exported as graph files.</source>
        <translation>{path} enthält keine Nachrichten in einem bekannten Format. Öffne das Log oder einen Export eines SSB-Programms, eine Graphdatei oder den Ordner eines Archivs. Binäre Dokumente, etwa von Yjs, müssen als Graphdateien exportiert werden.</translation>
    </message>
    <message>
        <source>{folder} isn&apos;t an archive, but there are archives in it. Open one of them: {names}.</source>
        <translation>{folder} ist kein Archiv, aber es liegen Archive darin. Öffne eines davon: {names}.</translation>
    </message>
    <message>
        <source>{path} is a document of {name}, in its own binary format. Export its changes as a graph file, with the changes that each depends on.</source>
        <translation>{path} ist ein Dokument von {name} in dessen eigenem binären Format. Exportiere die Änderungen als Graphdatei, mit den Änderungen, von denen jede abhängt.</translation>
    </message>
    <message>
        <source>{path} is a chat exported as text. It doesn&apos;t say what each message comes after, so there is nothing to order. To read it anyway, write it as a graph file.</source>
        <translation>{path} ist ein als Text exportierter Chat. Er sagt nicht, worauf jede Nachricht folgt, daher gibt es nichts zu ordnen. Um ihn trotzdem zu lesen, schreibe ihn als Graphdatei.</translation>
    </message>
    <message>
        <source>{path} holds no messages in a known format, but it is in the archive {folder}. Open that folder.</source>
        <translation>{path} enthält keine Nachrichten in einem bekannten Format, liegt aber im Archiv {folder}. Öffne diesen Ordner.</translation>
    </message>
    <message>
        <source>{path} belongs to the open database {database} and isn&apos;t an archive. Its messages are here already.</source>
        <translation>{path} gehört zur offenen Datenbank {database} und ist kein Archiv. Seine Nachrichten sind schon hier.</translation>
    </message>
    <message>
        <source>No message here has an asserted time, so no clock is checked.</source>
        <translation>Keine Nachricht hier hat eine angegebene Zeit; darum wird keine Uhr geprüft.</translation>
    </message>
    <message>
        <source>No asserted time contradicts the order of causes.</source>
        <translation>Keine angegebene Zeit widerspricht der Reihenfolge der Ursachen.</translation>
    </message>
    <message numerus="yes">
        <source>The clock of {name} was wrong in {n:,} messages, in the worst by {time} or more:</source>
        <comment>The clock of {name} was wrong by {time} or more in {n:,} message:</comment>
        <translation>
            <numerusform>Die Uhr von {name} ging in {n:,} Nachricht um mindestens {time} falsch:</numerusform>
            <numerusform>Die Uhr von {name} ging in {n:,} Nachrichten falsch, am stärksten um mindestens {time}:</numerusform>
        </translation>
    </message>
    <message>
        <source>    {time} earlier than the message that it follows, {name}</source>
        <translation>    {time} früher als die Nachricht, auf die sie folgt, {name}</translation>
    </message>
    <message>
        <source>    {time} later than its reply, {name}</source>
        <translation>    {time} später als die Antwort darauf, {name}</translation>
    </message>
    <message>
        <source>  {name}, asserted {date}:</source>
        <translation>  {name}, angegeben {date}:</translation>
    </message>
    <message>
        <source>  and {more:,} more</source>
        <translation>  und {more:,} weitere</translation>
    </message>
    <message>
        <source>It can&apos;t be known which of two clocks was wrong, by {time} or more:</source>
        <translation>Es lässt sich nicht wissen, welche von zwei Uhren falsch ging, um {time} oder mehr:</translation>
    </message>
    <message>
        <source>  {name} claims to be later than {other}, which follows it</source>
        <translation>  {name} will später sein als {other}, die darauf folgt</translation>
    </message>
    <message>
        <source>{number:,.0f} years</source>
        <translation>{number:,.0f} Jahre</translation>
    </message>
    <message>
        <source>{number:,.0f} days</source>
        <translation>{number:,.0f} Tage</translation>
    </message>
    <message>
        <source>{number:,.0f} h</source>
        <translation>{number:,.0f} h</translation>
    </message>
    <message>
        <source>{number:,.0f} min</source>
        <translation>{number:,.0f} min</translation>
    </message>
    <message>
        <source>{number:,.3g} s</source>
        <translation>{number:,.3g} s</translation>
    </message>
    <message>
        <source>a time outside the calendar</source>
        <translation>eine Zeit außerhalb des Kalenders</translation>
    </message>
    <message>
        <source>as received</source>
        <translation>wie empfangen</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>der Reihe nach</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>verzögert</translation>
    </message>
    <message>
        <source>random feed</source>
        <translation>mit zufälligem Feed</translation>
    </message>
    <message>
        <source>random event</source>
        <translation>mit zufälligem Ereignis</translation>
    </message>
    <message>
        <source>feed by feed</source>
        <translation>Feed für Feed</translation>
    </message>
    <message>
        <source>shuffled</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>one possible delivery</source>
        <translation>eine mögliche Zustellung</translation>
    </message>
    <message>
        <source>as received by {peer}</source>
        <translation>wie von {peer} empfangen</translation>
    </message>
    <message>
        <source>asserted</source>
        <translation>angegebene Zeit</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>neueste zuerst</translation>
    </message>
    <message>
        <source>received</source>
        <translation>Empfangszeit</translation>
    </message>
    <message>
        <source>timestamp</source>
        <translation>Zeitstempel</translation>
    </message>
    <message>
        <source>backward (section 2.1 of the ScuttleSort report): messages without replies count as new, so others move even if all arrive in order.</source>
        <translation>rückwärts (Abschnitt 2.1 des ScuttleSort-Berichts): Nachrichten ohne Antwort gelten als neu; darum verschieben sich andere, auch wenn alle der Reihe nach ankommen.</translation>
    </message>
    <message>
        <source>nothing here says when it was written, so it has no such order</source>
        <translation>Nichts darin sagt, wann es geschrieben wurde, also hat es keine solche Reihenfolge</translation>
    </message>
    <message>
        <source>nothing here says when it was received, so it has no such order</source>
        <translation>Nichts darin sagt, wann es empfangen wurde, also hat es keine solche Reihenfolge</translation>
    </message>
    <message>
        <source>as the app shows it</source>
        <translation>wie in der App</translation>
    </message>
    <message>
        <source>depth (Matrix): a false depth is believed, and arrival breaks ties, so two servers can list the same events in two orders.</source>
        <translation>Tiefe (Matrix): Eine falsche Tiefe wird geglaubt, und bei gleicher Tiefe entscheidet die Ankunft; darum können zwei Server dieselben Ereignisse in zwei Reihenfolgen zeigen.</translation>
    </message>
    <message>
        <source>git (git log --topo-order, oldest first): one more commit can move all others.</source>
        <translation>git (git log --topo-order, Ältestes zuerst): Ein weiterer Commit kann alle anderen verschieben.</translation>
    </message>
    <message>
        <source>forward (section 2.2 of the ScuttleSort report): arrival breaks ties, so two readers of the same messages can see two orders.</source>
        <translation>vorwärts (Abschnitt 2.2 des ScuttleSort-Berichts): Bei Gleichstand entscheidet die Ankunft; darum können zwei Leser derselben Nachrichten zwei Reihenfolgen sehen.</translation>
    </message>
    <message>
        <source>No order is called {name!r}. Use one of {known}, a command such as “node order.js”, or file.py:function.</source>
        <translation>Keine Reihenfolge heißt {name!r}. Verwenden Sie eine von {known}, einen Befehl wie „node order.js“ oder datei.py:Funktion.</translation>
    </message>
    <message>
        <source>The order {name} fails: {why}.</source>
        <translation>Die Reihenfolge {name} schlägt fehl: {why}.</translation>
    </message>
    <message>
        <source>The order {name} crashes: {why}.</source>
        <translation>Die Reihenfolge {name} stürzt ab: {why}.</translation>
    </message>
    <message>
        <source>Its input is saved in {file}.</source>
        <translation>Ihre Eingabe ist in {file} gespeichert.</translation>
    </message>
    <message>
        <source>it raised {what}</source>
        <translation>Ausnahme {what}</translation>
    </message>
    <message>
        <source>it lists {name!r}, which isn&apos;t an id of the graph</source>
        <translation>{name!r} ist keine ID des Graphen</translation>
    </message>
    <message>
        <source>it lists {name!r} twice</source>
        <translation>{name!r} steht zweimal da</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a function but {what!r}</source>
        <translation>{name} ist keine Funktion, sondern {what!r}</translation>
    </message>
    <message>
        <source>it can&apos;t be loaded: {why}</source>
        <translation>sie lässt sich nicht laden: {why}</translation>
    </message>
    <message>
        <source>{name}: {said} ({where}, line {number})</source>
        <translation>{name}: {said} ({where}, Zeile {number})</translation>
    </message>
    <message>
        <source>is in row {row:,} of {events:,}: its rank is {rank:,}.</source>
        <translation>steht in Zeile {row:,} von {events:,}: Der Rang ist {rank:,}.</translation>
    </message>
    <message>
        <source>The rank is 0: it comes after nothing that is known here.</source>
        <translation>Der Rang ist 0: Sie folgt auf nichts, was hier bekannt ist.</translation>
    </message>
    <message numerus="yes">
        <source>The rank is the length of the longest path that leads to it, {n:,} steps:</source>
        <comment>The rank is the length of the longest path that leads to it, {n:,} step:</comment>
        <translation>
            <numerusform>Der Rang ist die Länge des längsten Wegs, der zu ihr führt, {n:,} Schritt:</numerusform>
            <numerusform>Der Rang ist die Länge des längsten Wegs, der zu ihr führt, {n:,} Schritte:</numerusform>
        </translation>
    </message>
    <message>
        <source>Of its {causes:,} known causes, none has a longer path than {name}, which decides.</source>
        <translation>Von ihren {causes:,} bekannten Ursachen hat keine einen längeren Weg als {name}; diese entscheidet.</translation>
    </message>
    <message>
        <source>{name}, by id: the ranks are equal, its id is smaller.</source>
        <translation>{name}, nach ID: Die Ränge sind gleich, ihre ID ist die kleinere.</translation>
    </message>
    <message>
        <source>{name}, by id: the ranks are equal, its id is greater.</source>
        <translation>{name}, nach ID: Die Ränge sind gleich, ihre ID ist die größere.</translation>
    </message>
    <message>
        <source>Above: {what}</source>
        <translation>Darüber: {what}</translation>
    </message>
    <message>
        <source>Below: {what}</source>
        <translation>Darunter: {what}</translation>
    </message>
    <message>
        <source>Rank {rank:,} is shared by {equals:,} messages; their ids decide.</source>
        <translation>Den Rang {rank:,} teilen sich {equals:,} Nachrichten; ihre IDs entscheiden.</translation>
    </message>
    <message>
        <source>It has no slack: a greater rank would change others or make the timeline longer.</source>
        <translation>Sie hat keinen Puffer: Ein höherer Rang würde andere ändern oder die Zeitleiste verlängern.</translation>
    </message>
    <message>
        <source>Its slack is {slack:,}: its rank could be up to {latest:,} without changing any other.</source>
        <translation>Ihr Puffer ist {slack:,}: Ihr Rang könnte bis zu {latest:,} betragen, ohne einen anderen zu ändern.</translation>
    </message>
    <message>
        <source>nothing.</source>
        <translation>nichts.</translation>
    </message>
    <message>
        <source>Steps from it to a message without replies, at most: {value}.</source>
        <translation>Schritte von ihr bis zu einer Nachricht ohne Antworten, höchstens: {value}.</translation>
    </message>
    <message>
        <source>{name}, by depth: {value}.</source>
        <translation>{name}, nach der Tiefe: {value}.</translation>
    </message>
    <message>
        <source>{name}, by time: {value}.</source>
        <translation>{name}, nach der Zeit: {value}.</translation>
    </message>
    <message>
        <source>{name}, by steps to a message without replies: {value}.</source>
        <translation>{name}, nach Schritten bis zu einer Nachricht ohne Antworten: {value}.</translation>
    </message>
    <message>
        <source>{name}, by how the source lists them.</source>
        <translation>{name}, weil die Quelle sie so aufzählt.</translation>
    </message>
    <message>
        <source>{name}, by when they were confirmed.</source>
        <translation>{name}, nach der Bestätigung.</translation>
    </message>
    <message>
        <source>{name}; optimistic entries come as late as they can.</source>
        <translation>{name}; optimistische Einträge kommen so spät wie möglich.</translation>
    </message>
    <message>
        <source>{name}, by the keys of the writers.</source>
        <translation>{name}, nach den Schlüsseln der Schreiber.</translation>
    </message>
    <message>
        <source>{name}, by id.</source>
        <translation>{name}, nach ID.</translation>
    </message>
    <message>
        <source>{name}, by collation of the ids.</source>
        <translation>{name}, nach der Sortierung der IDs.</translation>
    </message>
    <message>
        <source>{name}.</source>
        <translation>{name}.</translation>
    </message>
    <message>
        <source>{name}, which it follows.</source>
        <translation>{name}, auf die sie folgt.</translation>
    </message>
    <message>
        <source>{name}; this one waits for something that it follows.</source>
        <translation>{name}; diese hier wartet auf etwas, worauf sie folgt.</translation>
    </message>
    <message>
        <source>{name}, which follows it.</source>
        <translation>{name}, die auf sie folgt.</translation>
    </message>
    <message>
        <source>{name}, which waits for something that it follows.</source>
        <translation>{name}, die auf etwas wartet, worauf sie folgt.</translation>
    </message>
    <message>
        <source>Its rank is {value}, among all messages that are known.</source>
        <translation>Ihr Rang unter allen bekannten Nachrichten ist {value}.</translation>
    </message>
    <message>
        <source>It declares the depth {value}.</source>
        <translation>Sie gibt die Tiefe {value} an.</translation>
    </message>
    <message>
        <source>It names {names}.</source>
        <translation>Sie nennt {names}.</translation>
    </message>
    <message>
        <source>It comes after {name}, its author&apos;s earlier message, because a feed is signed in sequence, not because it names it.</source>
        <translation>Sie kommt nach {name}, der früheren Nachricht ihres Autors, weil ein Feed der Reihe nach signiert wird, nicht weil sie diese nennt.</translation>
    </message>
    <message>
        <source>{name} is also its author&apos;s earlier message.</source>
        <translation>{name} ist auch die frühere Nachricht ihres Autors.</translation>
    </message>
    <message numerus="yes">
        <source>It came first: the other follows it, {n:,} steps:</source>
        <comment>It came first: the other follows it, {n:,} step:</comment>
        <translation>
            <numerusform>Sie kam zuerst: Die andere folgt auf sie, {n:,} Schritt:</numerusform>
            <numerusform>Sie kam zuerst: Die andere folgt auf sie, {n:,} Schritte:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other messages have changed its row {n:,} times; last in arrival {step:,}, from {source:,} to {destination:,}.</source>
        <comment>Other messages have changed its row once, in arrival {step:,}, from {source:,} to {destination:,}.</comment>
        <translation>
            <numerusform>Andere Nachrichten haben ihre Zeile einmal geändert, mit Ankunft {step:,}, von {source:,} zu {destination:,}.</numerusform>
            <numerusform>Andere Nachrichten haben ihre Zeile {n:,}-mal geändert, zuletzt mit Ankunft {step:,}, von {source:,} zu {destination:,}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its rank is {value}.</source>
        <translation>Ihr Rang ist {value}.</translation>
    </message>
    <message>
        <source>Its time is {value}.</source>
        <translation>Ihre Zeit ist {value}.</translation>
    </message>
    <message>
        <source>The order puts causes first.</source>
        <translation>Die Ordnung stellt Ursachen voran.</translation>
    </message>
    <message>
        <source>The order is by depth: {first} and {second}.</source>
        <translation>Geordnet wird nach der Tiefe: {first} und {second}.</translation>
    </message>
    <message>
        <source>The order is by time: {first} and {second}.</source>
        <translation>Geordnet wird nach der Zeit: {first} und {second}.</translation>
    </message>
    <message>
        <source>The order is by steps to a message without replies: {first} and {second}.</source>
        <translation>Geordnet wird nach Schritten bis zu einer Nachricht ohne Antworten: {first} und {second}.</translation>
    </message>
    <message>
        <source>The first one was confirmed earlier.</source>
        <translation>Die erste wurde früher bestätigt.</translation>
    </message>
    <message>
        <source>Optimistic entries come as late as they can.</source>
        <translation>Optimistische Einträge kommen so spät wie möglich.</translation>
    </message>
    <message>
        <source>The key of the first one&apos;s writer is smaller.</source>
        <translation>Der Schlüssel, mit dem die erste geschrieben wurde, ist kleiner.</translation>
    </message>
    <message>
        <source>The order is by id: what it compares is equal.</source>
        <translation>Geordnet wird nach ID: Was die Ordnung vergleicht, ist gleich.</translation>
    </message>
    <message>
        <source>The order is by collation of the ids: the depths are equal.</source>
        <translation>Geordnet wird nach der Sortierung der IDs: Die Tiefen sind gleich.</translation>
    </message>
    <message>
        <source>The second one waits for something that it follows.</source>
        <translation>Die zweite wartet auf etwas, worauf sie folgt.</translation>
    </message>
    <message>
        <source>This order can&apos;t be explained from two messages alone.</source>
        <translation>Diese Ordnung lässt sich nicht mit zwei Nachrichten allein erklären.</translation>
    </message>
    <message>
        <source>is in row {row:,} of {events:,} in the order {by}.</source>
        <translation>steht in Zeile {row:,} von {events:,} in der Ordnung {by}.</translation>
    </message>
    <message>
        <source>It also comes after {name}, which isn&apos;t here. If it arrives, the rank may rise.</source>
        <translation>Sie kommt auch nach {name}; diese ist nicht hier. Kommt sie an, kann der Rang steigen.</translation>
    </message>
    <message>
        <source>It comes after {name}, the root, as all its answers do.</source>
        <translation>Sie kommt nach {name}, der Wurzel, wie alle Antworten darauf.</translation>
    </message>
    <message>
        <source>Nothing has come since then.</source>
        <translation>Seitdem ist nichts gekommen.</translation>
    </message>
    <message>
        <source>Nothing that came later has moved it. Its row changes only when others are placed above it.</source>
        <translation>Nichts, was später kam, hat sie verschoben. Ihre Zeile ändert sich nur, wenn andere darüber eingefügt werden.</translation>
    </message>
    <message>
        <source>{name} came; the rank rose from {low:,} to {high:,}</source>
        <translation>{name} kam; der Rang stieg von {low:,} auf {high:,}</translation>
    </message>
    <message>
        <source>{name} came; this message kept the rank {low:,}, and another rose past it</source>
        <translation>{name} kam; diese Nachricht behielt den Rang {low:,}, und eine andere stieg an ihr vorbei</translation>
    </message>
    <message>
        <source>{name}, by rank: its rank is {value}, this one&apos;s is {own}.</source>
        <translation>{name}, nach Rang: Ihr Rang ist {value}, der dieser Nachricht {own}.</translation>
    </message>
    <message>
        <source>The order is by rank: {first} is less than {second}.</source>
        <translation>Geordnet wird nach Rang: {first} ist kleiner als {second}.</translation>
    </message>
    <message>
        <source>What the order compares is equal: the source lists the first one first.</source>
        <translation>Was die Reihenfolge vergleicht, ist gleich: Die Quelle zählt die erste zuerst auf.</translation>
    </message>
    <message>
        <source>Its time is {value}, the earlier of claimed and received time.</source>
        <translation>Ihre Zeit ist {value}, die frühere von angegebener Zeit und Empfangszeit.</translation>
    </message>
    <message>
        <source>Its time is {value}, as its author claims.</source>
        <translation>Ihre Zeit ist {value}, wie es ihr Autor angibt.</translation>
    </message>
    <message>
        <source>But it comes after {name}, its last cause: an effect is never before its causes.</source>
        <translation>Aber sie kommt nach {name}, ihrer letzten Ursache: Eine Wirkung steht nie vor ihren Ursachen.</translation>
    </message>
    <message>
        <source>It also comes after {name}, which isn&apos;t in this conversation.</source>
        <translation>Sie kommt auch nach {name}, die nicht in diesem Gespräch ist.</translation>
    </message>
    <message>
        <source>is before {second} (row {row:,}) in the order {by}.</source>
        <translation>steht vor {second} (Zeile {row:,}) in der Ordnung {by}.</translation>
    </message>
    <message>
        <source>No known messages lead from one to the other, but missing ones may: {names}. So it isn&apos;t known whether one follows the other.</source>
        <translation>Keine bekannten Nachrichten führen von einer zur anderen, fehlende vielleicht schon: {names}. Ob eine auf die andere folgt, ist deshalb nicht bekannt.</translation>
    </message>
    <message>
        <source>In this conversation, no messages lead from one to the other.</source>
        <translation>In diesem Gespräch führen keine Nachrichten von der einen zur anderen.</translation>
    </message>
    <message>
        <source>They are concurrent: neither follows the other.</source>
        <translation>Sie sind gleichzeitig: Keine folgt auf die andere.</translation>
    </message>
    <message>
        <source>But it was written later: it follows the other.</source>
        <translation>Geschrieben wurde sie aber später: Sie folgt auf die andere.</translation>
    </message>
    <message>
        <source>But it was written later: it follows the other, through messages that aren&apos;t in this conversation.</source>
        <translation>Geschrieben wurde sie aber später: Sie folgt auf die andere, über Nachrichten, die nicht in diesem Gespräch sind.</translation>
    </message>
    <message>
        <source>It came first: the other follows it, through messages that aren&apos;t in this conversation.</source>
        <translation>Sie kam zuerst: Die andere folgt auf sie, über Nachrichten, die nicht in diesem Gespräch sind.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>{first} (row {row:,})</source>
        <translation>{first} (Zeile {row:,})</translation>
    </message>
    <message>
        <source>is before {second} (row {row:,}).</source>
        <translation>steht vor {second} (Zeile {row:,}).</translation>
    </message>
    <message>
        <source>It can&apos;t be known which was written first: they are concurrent; neither follows the other.</source>
        <translation>Welche zuerst geschrieben wurde, lässt sich nicht wissen: Sie sind gleichzeitig, keine folgt auf die andere.</translation>
    </message>
    <message>
        <source>The order is by id: both have the rank {rank:,}.</source>
        <translation>Geordnet wird nach ID: Beide haben den Rang {rank:,}.</translation>
    </message>
    <message>
        <source>It declares: {facts}.</source>
        <translation>Sie gibt an: {facts}.</translation>
    </message>
    <message>
        <source>A bad record claims to be {name}: {where}.</source>
        <translation>Ein fehlerhafter Datensatz gibt sich als {name} aus: {where}.</translation>
    </message>
    <message>
        <source>The source doesn&apos;t record in which order its messages came, so how this one came to its row isn&apos;t known.</source>
        <translation>Die Quelle hält nicht fest, in welcher Reihenfolge ihre Nachrichten kamen; wie diese in ihre Zeile kam, ist also nicht bekannt.</translation>
    </message>
    <message>
        <source>This peer never got {name}, as far as is recorded.</source>
        <translation>Dieser Peer hat {name} nie bekommen, soweit es aufgezeichnet ist.</translation>
    </message>
    <message>
        <source>  arrival {step:,}, from row {source:,} to {destination:,}: {name} came, and the rows above changed</source>
        <translation>  Ankunft {step:,}, von Zeile {source:,} zu {destination:,}: {name} kam, und die Zeilen darüber änderten sich</translation>
    </message>
    <message>
        <source>It came as number {number:,} of {total:,}, in row {row:,}.</source>
        <translation>Sie kam als Nummer {number:,} von {total:,}, in Zeile {row:,}.</translation>
    </message>
    <message>
        <source>It came as number {number:,} of {total:,}. It waited for others, and arrival {placed:,} placed it in row {row:,}.</source>
        <translation>Sie kam als Nummer {number:,} von {total:,}. Sie wartete auf andere, und Ankunft {placed:,} brachte sie in Zeile {row:,}.</translation>
    </message>
    <message numerus="yes">
        <source>Since then its row has changed {n:,} times.</source>
        <comment>Since then its row has changed once.</comment>
        <translation>
            <numerusform>Seitdem hat sich ihre Zeile einmal geändert.</numerusform>
            <numerusform>Seitdem hat sich ihre Zeile {n:,}-mal geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>No row that was there has changed.</source>
        <translation>Keine Zeile, die schon da war, hat sich geändert.</translation>
    </message>
    <message>
        <source>Row {row:,} has changed.</source>
        <translation>Zeile {row:,} hat sich geändert.</translation>
    </message>
    <message>
        <source>Rows from {first:,} to {last:,} have changed: {count:,} in all.</source>
        <translation>Zeilen von {first:,} bis {last:,} haben sich geändert, insgesamt {count:,}.</translation>
    </message>
    <message>
        <source>  arrival {step:,}, from row {source:,} to {destination:,}: {name} came</source>
        <translation>  Ankunft {step:,}, von Zeile {source:,} nach {destination:,}: {name} kam</translation>
    </message>
    <message>
        <source>  arrival {step:,}, from row {source:,} to {destination:,}:</source>
        <translation>  Ankunft {step:,}, von Zeile {source:,} nach {destination:,}:</translation>
    </message>
    <message numerus="yes">
        <source>Since then it has been moved {n:,} times:</source>
        <comment>Since then it has been moved once:</comment>
        <translation>
            <numerusform>Seitdem wurde sie einmal verschoben:</numerusform>
            <numerusform>Seitdem wurde sie {n:,}-mal verschoben:</numerusform>
        </translation>
    </message>
    <message>
        <source>Since then it has been moved {moves:,} times; the last {shown:,}:</source>
        <translation>Seitdem wurde sie {moves:,}-mal verschoben; die letzten {shown:,}:</translation>
    </message>
    <message>
        <source>, moves {text}</source>
        <translation>, verschiebt {text}</translation>
    </message>
    <message>
        <source>    … {more:,} more …</source>
        <translation>    … {more:,} weitere …</translation>
    </message>
    <message>
        <source>{path} isn&apos;t a regular file. Choose a file.</source>
        <translation>{path} ist keine gewöhnliche Datei. Wähle eine Datei.</translation>
    </message>
    <message>
        <source>{path} belongs to the database that is open, and holds no keys.</source>
        <translation>{path} gehört zur offenen Datenbank und enthält keine Schlüssel.</translation>
    </message>
    <message>
        <source>this isn&apos;t the secret file of an SSB program. Choose the file called secret in the program&apos;s folder.</source>
        <translation>das ist nicht die Datei mit dem Geheimnis eines SSB-Programms. Wähle die Datei namens secret im Ordner des Programms.</translation>
    </message>
    <message>
        <source>the private key in this secret file is damaged. Choose a copy of the file.</source>
        <translation>der private Schlüssel in dieser Datei ist beschädigt. Wähle eine Kopie der Datei.</translation>
    </message>
    <message>
        <source>This message is too long: with its links and its signature it would be far longer than {most:,} characters, the limit. Split it into two messages.</source>
        <translation>Diese Nachricht ist zu lang: Mit Links und Signatur wäre sie weit länger als die erlaubten {most:,} Zeichen. Teile sie in zwei Nachrichten.</translation>
    </message>
    <message numerus="yes">
        <source>This message is too long by {n:,} characters: with its links and its signature it would have {length:,}, and the limit is {most:,}. Split it into two messages.</source>
        <comment>This message is too long by {n:,} character: with its links and its signature it would have {length:,}, and the limit is {most:,}. Split it into two messages.</comment>
        <translation>
            <numerusform>Diese Nachricht ist um {n:,} Zeichen zu lang: Mit Links und Signatur wären es {length:,}, erlaubt sind {most:,}. Teile sie in zwei Nachrichten.</numerusform>
            <numerusform>Diese Nachricht ist um {n:,} Zeichen zu lang: Mit Links und Signatur wären es {length:,}, erlaubt sind {most:,}. Teile sie in zwei Nachrichten.</numerusform>
        </translation>
    </message>
    <message>
        <source>This message can&apos;t be published. {reason}.</source>
        <translation>Diese Nachricht kann nicht veröffentlicht werden. {reason}.</translation>
    </message>
    <message>
        <source>This message is by {author}; {feed} can&apos;t sign it.</source>
        <translation>Diese Nachricht ist von {author}; {feed} kann sie nicht signieren.</translation>
    </message>
    <message>
        <source>This build of Tanglescope comes without Spark: import with the engine Direct.</source>
        <translation>Dieses Tanglescope enthält Spark nicht: Importiere mit der Engine Direkt.</translation>
    </message>
    <message>
        <source>Spark isn&apos;t installed; this installs it: {command}</source>
        <translation>Spark ist nicht installiert; so wird es installiert: {command}</translation>
    </message>
    <message>
        <source>Spark needs Java {oldest} or newer, and there is none in JAVA_HOME, {home}.</source>
        <translation>Spark braucht Java {oldest} oder neuer, und in JAVA_HOME, {home}, ist keines.</translation>
    </message>
    <message>
        <source>Spark needs Java {oldest} or newer, and there is none here.</source>
        <translation>Spark braucht Java {oldest} oder neuer, und hier ist keines.</translation>
    </message>
    <message>
        <source>Spark needs Java {oldest} or newer, and {java} is Java {age}.</source>
        <translation>Spark braucht Java {oldest} oder neuer, und {java} ist Java {age}.</translation>
    </message>
    <message>
        <source>Spark needs Java {oldest} or newer, and the version of {java} is unknown.</source>
        <translation>Spark braucht Java {oldest} oder neuer, und die Version von {java} ist unbekannt.</translation>
    </message>
    <message>
        <source>Install it: {command}</source>
        <translation>Installiere es: {command}</translation>
    </message>
    <message>
        <source>Spark can&apos;t find the address of this machine: its host name can&apos;t be resolved. Add the name to /etc/hosts, or let Spark work on this machine alone.</source>
        <translation>Spark findet die Adresse dieses Computers nicht: Sein Name lässt sich nicht auflösen. Trage ihn in /etc/hosts ein oder lass Spark nur auf diesem Computer arbeiten.</translation>
    </message>
    <message>
        <source>The Java process of Spark has ended unexpectedly. Start the import again: it continues where it stopped.</source>
        <translation>Der Java-Prozess von Spark ist unerwartet zu Ende gegangen. Starte den Import noch einmal: Er macht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>Spark ({url}) couldn&apos;t do the work: {why}.</source>
        <translation>Spark ({url}) konnte die Aufgabe nicht ausführen: {why}.</translation>
    </message>
    <message>
        <source>it isn&apos;t a folder of yours</source>
        <translation>es ist kein Ordner von dir</translation>
    </message>
    <message>
        <source>{path} is a link that leads to itself.</source>
        <translation>{path} ist ein Link, der auf sich selbst verweist.</translation>
    </message>
    <message>
        <source>{path} is a link to {target}, which doesn&apos;t exist.</source>
        <translation>{path} ist ein Link auf {target}; das gibt es nicht.</translation>
    </message>
    <message>
        <source>it isn&apos;t a regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it isn&apos;t a file of its own</source>
        <translation>es ist keine eigene Datei</translation>
    </message>
    <message>
        <source>it is a database</source>
        <translation>es ist eine Datenbank</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {why}.</source>
        <translation>{path} kann nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>das System</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>der Vorgang ist nicht erlaubt</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>die Datei oder der Ordner existiert nicht</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei existiert schon</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>das ist ein Ordner</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>das ist kein Ordner</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele Dateien sind offen</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>der zugeteilte Platz auf dem Datenträger ist voll</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein- oder Ausgabefehler</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>ein anderes Programm benutzt sie</translation>
    </message>
    <message>
        <source>database disk image is malformed</source>
        <translation>die Datenbank ist beschädigt</translation>
    </message>
    <message>
        <source>file is not a database</source>
        <translation>die Datei ist keine Datenbank</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>die Datei der Datenbank kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>die Datenbank ist schreibgeschützt</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>die Datenbank oder der Datenträger ist voll</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>die Datenbank ist gesperrt</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>Ein- oder Ausgabefehler des Datenträgers</translation>
    </message>
    <message>
        <source>Change its permissions, then try again.</source>
        <translation>Ändere die Zugriffsrechte und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Free some space on its disk, then try again.</source>
        <translation>Schaffe Platz auf dem Datenträger, dann versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Its disk doesn&apos;t allow this: choose another one.</source>
        <translation>Der Datenträger lässt das nicht zu: Wähle einen anderen.</translation>
    </message>
    <message>
        <source>Check the connection to its disk, then try again.</source>
        <translation>Prüfe die Verbindung zum Datenträger und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Another program is using it; try again when it has finished.</source>
        <translation>Ein anderes Programm benutzt es; versuche es noch einmal, wenn dieses fertig ist.</translation>
    </message>
    <message>
        <source>Close some windows or other programs, then try again.</source>
        <translation>Schließe einige Fenster oder andere Programme und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Its disk can only be read: choose another one.</source>
        <translation>Der Datenträger kann nur gelesen werden: Wähle einen anderen.</translation>
    </message>
    <message>
        <source>Check whether its disk is full or damaged.</source>
        <translation>Prüfe, ob sein Datenträger voll oder beschädigt ist.</translation>
    </message>
    <message>
        <source>Choose a file or a folder.</source>
        <translation>Wähle eine Datei oder einen Ordner.</translation>
    </message>
    <message>
        <source>That is a folder: choose a file.</source>
        <translation>Das ist ein Ordner: Wähle eine Datei.</translation>
    </message>
    <message>
        <source>Check the path, then try again.</source>
        <translation>Prüfe den Pfad und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Part of its path is a file, not a folder: rename that file, or choose another path.</source>
        <translation>Ein Teil des Pfads ist eine Datei, kein Ordner: Benenne diese Datei um oder wähle einen anderen Pfad.</translation>
    </message>
    <message>
        <source>Something else has this name: rename it, or choose another name.</source>
        <translation>Etwas anderes heißt schon so: Benenne es um oder wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>A link in its path leads to itself: remove it, or choose another path.</source>
        <translation>Ein Link im Pfad führt zu sich selbst: Entferne ihn oder wähle einen anderen Pfad.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Wähle einen kürzeren Namen.</translation>
    </message>
    <message>
        <source>Import the archives into a new one, or restore a backup.</source>
        <translation>Importiere die Archive in eine neue oder stelle eine Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Check its path and its permissions, then try again.</source>
        <translation>Prüfe den Pfad und die Zugriffsrechte und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Another program is writing to it; try again when it has finished.</source>
        <translation>Ein anderes Programm schreibt gerade hinein; versuche es noch einmal, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: {why}.</source>
        <translation>{path} kann nicht geöffnet werden: {why}.</translation>
    </message>
    <message>
        <source>{path} was written by an older version of Tanglescope and has to be upgraded before it can be read, but it can&apos;t be written here. Change the permissions of the file and its folder, or open a copy that can be written.</source>
        <translation>{path} wurde von einer älteren Version von Tanglescope geschrieben und muss vor dem Lesen auf den heutigen Stand gebracht werden, kann hier aber nicht geschrieben werden. Ändere die Zugriffsrechte der Datei und ihres Ordners oder öffne eine Kopie, in die geschrieben werden kann.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be created: there is no folder {folder}.</source>
        <translation>{path} kann nicht angelegt werden: Den Ordner {folder} gibt es nicht.</translation>
    </message>
    <message>
        <source>{path} is no longer the database that is open: {why}. Nothing was written. Close all windows on it, put the right file back in its place, without a log (-wal) beside it, and open it again.</source>
        <translation>{path} ist nicht mehr die Datenbank, die offen ist: {why}. Nichts wurde geschrieben. Schließe alle Fenster darauf, lege die richtige Datei wieder an ihre Stelle, ohne ein Protokoll (-wal) daneben, und öffne sie noch einmal.</translation>
    </message>
    <message>
        <source>Correct that, then try again.</source>
        <translation>Versuche es noch einmal, wenn das behoben ist.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {why}. What was written before is kept.</source>
        <translation>{path} kann nicht geschrieben werden: {why}. Was vorher geschrieben war, bleibt.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {why}.</source>
        <translation>{path} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>{path} is a folder; a database is a file.</source>
        <translation>{path} ist ein Ordner; eine Datenbank ist eine Datei.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t a file, so it isn&apos;t a database.</source>
        <translation>{path} ist keine Datei, also keine Datenbank.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t a database; to read an archive, import it.</source>
        <translation>{path} ist keine Datenbank; um ein Archiv zu lesen, importiere es.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: its name is too long. Choose a shorter one.</source>
        <translation>{path} kann nicht geöffnet werden: Der Name ist zu lang. Wähle einen kürzeren.</translation>
    </message>
    <message>
        <source>The text of private messages was removed, but another program is reading the database, so traces of the text remain in the log beside it. Close that program, then turn keeping private text on and off again.</source>
        <translation>Der Text privater Nachrichten wurde entfernt, aber ein anderes Programm liest die Datenbank gerade; im Protokoll daneben bleiben Spuren davon. Schließe jenes Programm und schalte das Behalten privater Texte dann noch einmal ein und aus.</translation>
    </message>
    <message>
        <source>Published; it will be shown once this is corrected: {reason}</source>
        <translation>Veröffentlicht; die Nachricht wird angezeigt, sobald das behoben ist: {reason}</translation>
    </message>
    <message>
        <source>The message refers to {named:,} others, the one before it in your feed included. This collection takes {most:,} at most: see its limit of references.</source>
        <translation>Die Nachricht verweist auf {named:,} andere, die davor in deinem Feed eingeschlossen. Diese Sammlung nimmt höchstens {most:,} an: siehe ihre Grenze für Verweise.</translation>
    </message>
    <message>
        <source>Another message was published meanwhile. Look at yours again.</source>
        <translation>Inzwischen wurde eine andere Nachricht veröffentlicht. Sieh dir deine noch einmal an.</translation>
    </message>
    <message>
        <source>{log} and this database have different messages of your own feed; publishing would fork it. Import the log into a new database.</source>
        <translation>{log} und diese Datenbank haben verschiedene Nachrichten des eigenen Feeds; Veröffentlichen würde ihn verzweigen. Importiere das Log in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>The log {log} is empty, and there is no record of what {feed} has published. A second first message would fork the feed. Restore the log, or import the messages of the feed. If it has never published anything, move {folder} away: then a new identity is created.</source>
        <translation>Das Log {log} ist leer, und nirgends steht, was {feed} veröffentlicht hat. Eine zweite erste Nachricht würde den Feed verzweigen. Stelle das Log wieder her, oder importiere die Nachrichten des Feeds. Wenn er nie etwas veröffentlicht hat, verschiebe {folder}: Dann wird eine neue Identität angelegt.</translation>
    </message>
    <message>
        <source>{log} ends before message {n:,}, the last one that {feed} has published: it was emptied, cut or taken from an older copy. Publishing would fork the feed. Restore the latest copy of the log, or import the missing messages.</source>
        <translation>{log} endet vor Nachricht {n:,}, der letzten, die {feed} veröffentlicht hat: Das Log wurde geleert oder abgeschnitten oder stammt aus einer älteren Kopie. Veröffentlichen würde den Feed verzweigen. Stelle die neueste Kopie des Logs wieder her, oder importiere die fehlenden Nachrichten.</translation>
    </message>
    <message>
        <source>{database} has message {n:,} of {feed}, which doesn&apos;t follow what is known here. Publishing would fork the feed. If the messages before it are missing, import them; publish where all of them are.</source>
        <translation>{database} enthält Nachricht {n:,} von {feed}, die nicht auf das folgt, was hier bekannt ist. Veröffentlichen würde den Feed verzweigen. Importiere die Nachrichten vor ihr, wenn sie fehlen; veröffentliche dort, wo alle sind.</translation>
    </message>
    <message>
        <source>{path} is a database of another program; it is left untouched.</source>
        <translation>{path} ist die Datenbank eines anderen Programms; sie bleibt unberührt.</translation>
    </message>
    <message>
        <source>{path} was written by an older Tanglescope, which stored messages in another form. It is left untouched; import its archives again, into a new database.</source>
        <translation>{path} wurde von einem älteren Tanglescope geschrieben, das Nachrichten in einer anderen Form gespeichert hat. Die Datenbank bleibt unverändert; importiere ihre Archive noch einmal, in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>{path} records migrations in an order that Tanglescope never uses, so another program changed it. It is left untouched; import the archives into a new database.</source>
        <translation>Die Migrationen in {path} stehen in einer Reihenfolge, die bei Tanglescope nie vorkommt: Ein anderes Programm hat die Datenbank verändert. Sie bleibt unberührt; importiere die Archive in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>{path} holds a {kind} ({name!r}), which Tanglescope never creates, so another program changed it. It is left untouched; import the archives into a new database.</source>
        <translation>{path} enthält ein Objekt der Art {kind} ({name!r}), das Tanglescope nie anlegt: Ein anderes Programm hat die Datenbank verändert. Sie bleibt unberührt; importiere die Archive in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>The {kind} {name!r} in {path} isn&apos;t as Tanglescope creates it, so another program changed it. It is left untouched; import the archives into a new database.</source>
        <translation>Das Objekt {name!r} der Art {kind} in {path} ist nicht so, wie Tanglescope es anlegt: Ein anderes Programm hat die Datenbank verändert. Sie bleibt unberührt; importiere die Archive in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>{path} lacks the {kind} {name!r}, so another program changed it. It is left untouched; import the archives into a new database.</source>
        <translation>In {path} fehlt das Objekt {name!r} der Art {kind}: Ein anderes Programm hat die Datenbank verändert. Sie bleibt unberührt; importiere die Archive in eine neue Datenbank.</translation>
    </message>
    <message>
        <source>{path} was written by a newer Tanglescope ({steps}); this version can&apos;t read it. Update the program.</source>
        <translation>{path} wurde von einem neueren Tanglescope geschrieben ({steps}); diese Version kann das nicht lesen. Aktualisiere das Programm.</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>item {number}</source>
        <translation>Eintrag {number}</translation>
    </message>
    <message>
        <source>byte {number}</source>
        <translation>Byte {number}</translation>
    </message>
    <message>
        <source>{name} “{text}”</source>
        <translation>{name} „{text}“</translation>
    </message>
    <message>
        <source>another file was put in its place while it was open, or it was moved or deleted</source>
        <translation>an ihre Stelle kam eine andere Datei, während sie offen war, oder sie wurde verschoben oder gelöscht</translation>
    </message>
    <message>
        <source>it belongs to the database that is open</source>
        <translation>sie gehört zur offenen Datenbank</translation>
    </message>
    <message>
        <source>it is an archive that is open here</source>
        <translation>sie ist ein Archiv, das hier geöffnet ist</translation>
    </message>
    <message>
        <source>There is no space left on the disk of {place}: about {megabytes:,} MB more are needed.</source>
        <translation>Auf dem Datenträger von {place} ist kein Platz mehr: Etwa {megabytes:,} MB mehr sind nötig.</translation>
    </message>
    <message>
        <source>There is no space left on the disk of {place}.</source>
        <translation>Auf dem Datenträger von {place} ist kein Platz mehr.</translation>
    </message>
    <message>
        <source>Free some space and start the import again: it continues where it stopped.</source>
        <translation>Schaffe Platz und starte den Import noch einmal: Er macht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>There is too little memory: {needed:,} MB are needed, but only {free:,} of the {total:,} MB that may be used are free.</source>
        <translation>Es gibt zu wenig Arbeitsspeicher: {needed:,} MB werden gebraucht, aber von {total:,} MB, die benutzt werden dürfen, sind nur {free:,} frei.</translation>
    </message>
    <message>
        <source>Memory is running out: only {free:,} of the {total:,} MB that may be used are free. The import stopped before the system would have killed it.</source>
        <translation>Der Arbeitsspeicher geht aus: Von {total:,} MB, die benutzt werden dürfen, sind nur {free:,} frei. Der Import hat aufgehört, bevor das System ihn beendet hätte.</translation>
    </message>
    <message>
        <source>Close other programs or raise the memory limit of this one, then start the import again: it continues where it stopped.</source>
        <translation>Schließe andere Programme oder erhöhe die Speichergrenze für dieses, dann starte den Import noch einmal: Er macht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>{given:,} archives are too many for one import, and nothing was imported. Import at most {most:,} at a time.</source>
        <translation>{given:,} Archive sind zu viele für einen Import; nichts wurde importiert. Importiere höchstens {most:,} auf einmal.</translation>
    </message>
    <message>
        <source>Another import into {path} is running. Wait until it ends or cancel it, then start this one again.</source>
        <translation>Ein anderer Import nach {path} läuft. Warte, bis er zu Ende ist, oder brich ihn ab; starte dann diesen noch einmal.</translation>
    </message>
    <message>
        <source>PZP account {name} of {whose}</source>
        <translation>PZP-Konto {name} von {whose}</translation>
    </message>
    <message>
        <source>PZP weave {name} of {whose}</source>
        <translation>PZP-Weave {name} von {whose}</translation>
    </message>
    <message>
        <source>PZP feed {name} of {whose}</source>
        <translation>PZP-Feed {name} von {whose}</translation>
    </message>
    <message>
        <source>PZP set {name} of {whose}</source>
        <translation>PZP-Menge {name} von {whose}</translation>
    </message>
    <message>
        <source>{key} doesn&apos;t begin a known epoch of this group.</source>
        <translation>{key} beginnt keine bekannte Epoche dieser Gruppe.</translation>
    </message>
    <message>
        <source>the event {name!r} is in the timeline already; it wasn&apos;t added again</source>
        <translation>das Ereignis {name!r} ist schon in der Zeitleiste; es wurde nicht noch einmal hinzugefügt</translation>
    </message>
    <message>
        <source>... {more} more ...</source>
        <translation>... {more} weitere ...</translation>
    </message>
    <message>
        <source>these events come in a cycle, each before the next: {ring}</source>
        <translation>diese Ereignisse bilden einen Kreis, jedes steht vor dem nächsten: {ring}</translation>
    </message>
    <message>
        <source>the event {name!r} isn&apos;t in the timeline</source>
        <translation>das Ereignis {name!r} ist nicht in der Zeitleiste</translation>
    </message>
    <message>
        <source>the order {by} leaves out {name!r}; another order has it</source>
        <translation>die Reihenfolge {by} lässt {name!r} aus; in einer anderen ist es enthalten</translation>
    </message>
    <message>
        <source>the name {name!r} holds half a surrogate pair and can&apos;t be written</source>
        <translation>der Name {name!r} enthält ein halbes Surrogatpaar und kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>the event {name!r} refers to {references} events and wasn&apos;t added; this timeline accepts at most {limit}</source>
        <translation>das Ereignis {name!r} verweist auf {references} Ereignisse und wurde nicht hinzugefügt; diese Zeitleiste nimmt höchstens {limit} an</translation>
    </message>
    <message>
        <source>not JSON: {error}</source>
        <translation>kein JSON: {error}</translation>
    </message>
    <message>
        <source>a graph must be a JSON object</source>
        <translation>ein Graph muss ein JSON-Objekt sein</translation>
    </message>
    <message>
        <source>the name of a graph must be a string or a number</source>
        <translation>der Name eines Graphen muss eine Zeichenkette oder eine Zahl sein</translation>
    </message>
    <message>
        <source>the head {head!r} isn&apos;t among the nodes</source>
        <translation>der Kopf {head!r} ist keiner der Knoten</translation>
    </message>
    <message>
        <source>two different nodes have the id {name!r}</source>
        <translation>zwei verschiedene Knoten haben die ID {name!r}</translation>
    </message>
    <message>
        <source>the writer {name!r} is listed twice</source>
        <translation>der Schreiber {name!r} steht zweimal da</translation>
    </message>
    <message>
        <source>the graph</source>
        <translation>der Graph</translation>
    </message>
    <message>
        <source>The source doesn&apos;t record when messages came, so none is ordered by that.</source>
        <translation>Die Quelle hält nicht fest, wann Nachrichten kamen; danach wird also keine geordnet.</translation>
    </message>
    <message>
        <source>No message here has a time, so none is ordered by time and no clock is checked.</source>
        <translation>Keine Nachricht hier hat eine Zeit. Deshalb lässt sich nichts nach Zeit ordnen, und es gibt keine Uhren zu prüfen.</translation>
    </message>
    <message>
        <source>This needs the package networkx: pip install networkx</source>
        <translation>Dafür wird das Paket networkx gebraucht: pip install networkx</translation>
    </message>
    <message>
        <source>it has no `nodes`, so it isn&apos;t a graph</source>
        <translation>`nodes` fehlt, also ist es kein Graph</translation>
    </message>
    <message>
        <source>`{field}` must be an object with strings</source>
        <translation>`{field}` muss ein Objekt mit Zeichenketten sein</translation>
    </message>
    <message>
        <source>A different node with this id is already here</source>
        <translation>Ein anderer Knoten mit dieser ID ist schon da</translation>
    </message>
    <message>
        <source>a node must be a JSON object</source>
        <translation>ein Knoten muss ein JSON-Objekt sein</translation>
    </message>
    <message>
        <source>`{field}` is too large a number</source>
        <translation>`{field}` ist eine zu große Zahl</translation>
    </message>
    <message>
        <source>`{field}` must be an id or a list of ids</source>
        <translation>`{field}` muss eine ID oder eine Liste von IDs sein</translation>
    </message>
    <message>
        <source>an id has the character NUL</source>
        <translation>eine ID enthält das Zeichen NUL</translation>
    </message>
    <message>
        <source>a value in it is nested too deeply</source>
        <translation>ein Wert darin ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>`after` must be a list of strings</source>
        <translation>`after` muss eine Liste von Zeichenketten sein</translation>
    </message>
    <message>
        <source>`batch` must be [k, n], two whole numbers</source>
        <translation>`batch` muss [k, n] sein, zwei ganze Zahlen</translation>
    </message>
    <message>
        <source>`batch` must be [k, n] with 1 &lt;= k &lt;= n</source>
        <translation>`batch` muss [k, n] mit 1 &lt;= k &lt;= n sein</translation>
    </message>
    <message>
        <source>a node with `batch` needs `writer` and `sequence`</source>
        <translation>ein Knoten mit `batch` braucht `writer` und `sequence`</translation>
    </message>
    <message>
        <source>`{field}` must be a list</source>
        <translation>`{field}` muss eine Liste sein</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>muss ein Objekt sein</translation>
    </message>
    <message>
        <source>`{field}` must be a string</source>
        <translation>`{field}` muss eine Zeichenkette sein</translation>
    </message>
    <message>
        <source>`{field}` must be a whole number</source>
        <translation>`{field}` muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>`{field}` must be a number</source>
        <translation>`{field}` muss eine Zahl sein</translation>
    </message>
    <message>
        <source>`{field}` must be true or false</source>
        <translation>`{field}` muss true oder false sein</translation>
    </message>
    <message>
        <source>the nodes {one!r} and {other!r} have the same place in a log</source>
        <translation>die Knoten {one!r} und {other!r} haben denselben Platz in einem Log</translation>
    </message>
    <message>
        <source>{name} is longer than {size} bytes in base58</source>
        <translation>{name} ist in Base58 länger als {size} Byte</translation>
    </message>
    <message>
        <source>{name} contains characters that aren&apos;t valid in base58</source>
        <translation>{name} enthält Zeichen, die in Base58 ungültig sind</translation>
    </message>
    <message>
        <source>{name} is {found} bytes in base58, not {size}</source>
        <translation>{name} ist in Base58 {found} Byte lang, nicht {size}</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>er wäre zu tief verschachtelt</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Array</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>the message</source>
        <translation>die Nachricht</translation>
    </message>
    <message>
        <source>metadata.v is {value}, not 4</source>
        <translation>metadata.v ist {value}, nicht 4</translation>
    </message>
    <message>
        <source>{name} has no canonical text: {error}</source>
        <translation>{name} hat keinen kanonischen Text: {error}</translation>
    </message>
    <message>
        <source>data is an array; only objects, strings and null are allowed</source>
        <translation>data ist ein Array; erlaubt sind nur Objekte, Zeichenketten und null</translation>
    </message>
    <message>
        <source>data is {value}, not an object, a string or null</source>
        <translation>data ist {value}, weder ein Objekt noch eine Zeichenkette noch null</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <source>{name} is {value}, not an object</source>
        <translation>{name} ist {value}, kein Objekt</translation>
    </message>
    <message>
        <source>{name} is {value}, not a string</source>
        <translation>{name} ist {value}, keine Zeichenkette</translation>
    </message>
    <message>
        <source>sigkey {key} lacks the power &quot;add&quot;</source>
        <translation>sigkey {key} hat die Befugnis &quot;add&quot; nicht</translation>
    </message>
    <message>
        <source>account is &quot;self&quot; in a feed tangle</source>
        <translation>account ist &quot;self&quot; in einem Feed-Geflecht</translation>
    </message>
    <message>
        <source>account is &quot;self&quot; in a weave tangle</source>
        <translation>account ist &quot;self&quot; in einem Weave-Geflecht</translation>
    </message>
    <message>
        <source>is the root of a feed other than {root}</source>
        <translation>ist die Wurzel eines anderen Feeds als {root}</translation>
    </message>
    <message>
        <source>sig isn&apos;t the signature of {key} on the metadata</source>
        <translation>sig ist nicht die Signatur von {key} zu den Metadaten</translation>
    </message>
    <message>
        <source>metadata.tangles has no {root}</source>
        <translation>metadata.tangles enthält {root} nicht</translation>
    </message>
    <message>
        <source>prev is {value}, not an array</source>
        <translation>prev ist {value}, kein Array</translation>
    </message>
    <message>
        <source>depth is {value}, not a positive integer</source>
        <translation>depth ist {value}, keine positive ganze Zahl</translation>
    </message>
    <message>
        <source>prev has the item {item}, not a string</source>
        <translation>prev hat das Element {item}, keine Zeichenkette</translation>
    </message>
    <message>
        <source>dataSize is {value}, not an unsigned integer</source>
        <translation>dataSize ist {value}, keine ganze Zahl ohne Vorzeichen</translation>
    </message>
    <message>
        <source>dataHash is {value}, but the data has {hash}</source>
        <translation>dataHash ist {value}, aber die Daten haben {hash}</translation>
    </message>
    <message>
        <source>dataSize is {size}, but the data has {expected}</source>
        <translation>dataSize ist {size}, aber die Daten haben {expected}</translation>
    </message>
    <message>
        <source>domain has {size} characters; 3 to 100 are allowed</source>
        <translation>domain hat {size} Zeichen; erlaubt sind 3 bis 100</translation>
    </message>
    <message>
        <source>domain {domain} has characters other than a-z, A-Z, 0-9, _</source>
        <translation>domain {domain} hat andere Zeichen als a-z, A-Z, 0-9, _</translation>
    </message>
    <message>
        <source>account is {account}, not &quot;self&quot;, in an account tangle</source>
        <translation>account ist {account}, nicht &quot;self&quot;, in einem Konto-Geflecht</translation>
    </message>
    <message>
        <source>accountTips isn&apos;t null in an account tangle</source>
        <translation>accountTips ist nicht null in einem Konto-Geflecht</translation>
    </message>
    <message>
        <source>sigkey {key} wasn&apos;t one of the {number} keys of the account {account}</source>
        <translation>sigkey {key} war keiner der {number} Schlüssel des Kontos {account}</translation>
    </message>
    <message>
        <source>domain is {domain}, but the feed&apos;s is {other}</source>
        <translation>domain ist {domain}, aber die des Feeds {other}</translation>
    </message>
    <message>
        <source>account is {account}, but the feed&apos;s is {other}</source>
        <translation>account ist {account}, aber das des Feeds {other}</translation>
    </message>
    <message>
        <source>depth {depth} isn&apos;t greater than that of every prev</source>
        <translation>depth {depth} ist nicht größer als die aller Nachrichten in prev</translation>
    </message>
    <message>
        <source>none of the messages in prev is known</source>
        <translation>keine der Nachrichten in prev ist bekannt</translation>
    </message>
    <message>
        <source>depth is {depth}, but the greatest in prev plus one is {expected}</source>
        <translation>depth ist {depth}, aber die größte in prev plus eins ist {expected}</translation>
    </message>
    <message>
        <source>prev has the URI {uri}, not an id</source>
        <translation>prev enthält die URI {uri}, keine ID</translation>
    </message>
    <message>
        <source>prev has {id} twice</source>
        <translation>prev enthält {id} zweimal</translation>
    </message>
    <message>
        <source>prev isn&apos;t sorted</source>
        <translation>prev ist nicht sortiert</translation>
    </message>
    <message>
        <source>the root of the account {id} is missing</source>
        <translation>die Wurzel des Kontos {id} fehlt</translation>
    </message>
    <message>
        <source>the root of the feed is missing, so nothing connects</source>
        <translation>die Wurzel des Feeds fehlt, also ist nichts verbunden</translation>
    </message>
    <message>
        <source>the message&apos;s own id is {id}</source>
        <translation>die eigene ID der Nachricht ist {id}</translation>
    </message>
    <message>
        <source>Spark&apos;s workers have done their work, but what they found isn&apos;t in {folder} as this machine sees it. The archive and the database must be in a folder that all machines share, under the same path.</source>
        <translation>Die Worker von Spark haben das Archiv geprüft, aber ihr Ergebnis liegt nicht in {folder}, wie dieser Computer den Ordner sieht. Archiv und Datenbank müssen in einem Ordner liegen, den alle Computer unter demselben Pfad teilen.</translation>
    </message>
    <message>
        <source>A worker process was killed; perhaps memory ran out. Close other programs, then try again.</source>
        <translation>Ein Hilfsprozess wurde von außen beendet; vielleicht reichte der Arbeitsspeicher nicht. Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>{path}: a process that was checking it was killed; perhaps memory ran out. Close other programs and try again.</source>
        <translation>{path}: Ein Prozess, der es prüfte, wurde von außen beendet; vielleicht reichte der Arbeitsspeicher nicht. Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>It comes after a message that is excluded.</source>
        <translation>Sie kommt nach einer Nachricht, die ausgeschlossen ist.</translation>
    </message>
    <message>
        <source>The root of a tangle “{name}” has to be of type “{type}”; {found}</source>
        <translation>Die Wurzel eines Geflechts „{name}“ muss vom Typ „{type}“ sein; {found}</translation>
    </message>
    <message>
        <source>Messages of a tangle “{name}” have to be of type “{type}”; {found}</source>
        <translation>Nachrichten eines Geflechts „{name}“ müssen vom Typ „{type}“ sein; {found}</translation>
    </message>
    <message>
        <source>The first message of a feed, and no other, has sequence 1 and `previous` null.</source>
        <translation>Die erste Nachricht eines Feeds und keine andere hat die Nummer 1 und `previous` null.</translation>
    </message>
    <message>
        <source>Its sequence is {sequence}, that of the previous message {before}.</source>
        <translation>Ihre Nummer ist {sequence}, die der vorigen Nachricht {before}.</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>etwas anderes</translation>
    </message>
    <message>
        <source>`tangles` is {kind}; it has to be an object.</source>
        <translation>`tangles` ist {kind}; es muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>What `tangles` holds for “{name}” is {kind}; it has to be an object.</source>
        <translation>Was `tangles` für „{name}“ enthält, ist {kind}; es muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>`root` is missing.</source>
        <translation>`root` fehlt.</translation>
    </message>
    <message>
        <source>`root` is a text, but not the key of a message.</source>
        <translation>`root` ist ein Text, aber nicht der Schlüssel einer Nachricht.</translation>
    </message>
    <message>
        <source>`root` is {kind}; it has to be the key of a message, or null.</source>
        <translation>`root` ist {kind}; es muss der Schlüssel einer Nachricht sein oder null.</translation>
    </message>
    <message>
        <source>`previous` is missing.</source>
        <translation>`previous` fehlt.</translation>
    </message>
    <message>
        <source>`previous` is {kind}; it has to be a list, or null.</source>
        <translation>`previous` ist {kind}; es muss eine Liste sein oder null.</translation>
    </message>
    <message>
        <source>`previous` is an empty list.</source>
        <translation>`previous` ist eine leere Liste.</translation>
    </message>
    <message>
        <source>`previous` names {kind} where a key has to be.</source>
        <translation>`previous` nennt an der Stelle eines Schlüssels {kind}.</translation>
    </message>
    <message>
        <source>`previous` names a text that isn&apos;t the key of a message.</source>
        <translation>`previous` nennt einen Text, der nicht der Schlüssel einer Nachricht ist.</translation>
    </message>
    <message>
        <source>`root` is null, but `previous` names messages; a root has null in both.</source>
        <translation>`root` ist null, aber `previous` nennt Nachrichten; eine Wurzel hat in beiden null.</translation>
    </message>
    <message>
        <source>`previous` is null, but `root` names a message; a root has null in both.</source>
        <translation>`previous` ist null, aber `root` nennt eine Nachricht; eine Wurzel hat in beiden null.</translation>
    </message>
    <message>
        <source>It isn&apos;t a root: its `root` names another message.</source>
        <translation>Sie ist keine Wurzel: Ihr `root` nennt eine andere Nachricht.</translation>
    </message>
    <message>
        <source>this one is of type “{type}”.</source>
        <translation>diese ist vom Typ „{type}“.</translation>
    </message>
    <message>
        <source>this one has none.</source>
        <translation>diese hat keinen.</translation>
    </message>
    <message>
        <source>{file}, line {line} is longer than {limit} MiB. This line and everything after it weren&apos;t read. Split or remove the line.</source>
        <translation>{file}, Zeile {line} ist länger als {limit} MiB. Diese Zeile und alles danach wurden nicht gelesen. Teile oder entferne die Zeile.</translation>
    </message>
    <message>
        <source>{root} isn&apos;t the root of a PZP set that is here.</source>
        <translation>{root} ist nicht die Wurzel einer PZP-Menge, die hier ist.</translation>
    </message>
    <message>
        <source>{file}, line {line:,}: a set file can have at most {lines:,} lines and {limit} MiB; this one has more. Reduce one feed at a time, or import the archive.</source>
        <translation>{file}, Zeile {line:,}: Eine Mengendatei darf höchstens {lines:,} Zeilen und {limit} MiB haben; diese hat mehr. Gib einen Feed nach dem anderen an oder importiere das Archiv.</translation>
    </message>
    <message>
        <source>It deletes an item without superseding the message that added or deleted it before.</source>
        <translation>Sie löscht ein Element, ohne die Nachricht zu überholen, die es zuvor hinzugefügt oder gelöscht hat.</translation>
    </message>
    <message>
        <source>It adds an item without superseding the message that added or deleted it before.</source>
        <translation>Sie fügt ein Element hinzu, ohne die Nachricht zu überholen, die es zuvor hinzugefügt oder gelöscht hat.</translation>
    </message>
    <message>
        <source>It supersedes an earlier message about its item, but not the one of greatest depth.</source>
        <translation>Sie überholt eine frühere Nachricht über ihr Element, aber nicht die mit der größten Tiefe.</translation>
    </message>
    <message>
        <source>It supersedes a message that no message here knows of.</source>
        <translation>Sie überholt eine Nachricht, von der keine Nachricht hier weiß.</translation>
    </message>
    <message>
        <source>It adds an item without superseding the deletions that its author knew.</source>
        <translation>Sie fügt ein Element hinzu, ohne die Löschungen zu überholen, die ihr Autor kannte.</translation>
    </message>
    <message>
        <source>Its data isn&apos;t made of lists of strings called add, del and supersedes.</source>
        <translation>Ihre Daten bestehen nicht aus Listen von Texten mit den Namen add, del und supersedes.</translation>
    </message>
    <message>
        <source>Its data is encrypted, so what it does to the set is unknown.</source>
        <translation>Ihre Daten sind verschlüsselt; was sie an der Menge ändert, ist unbekannt.</translation>
    </message>
    <message>
        <source>{archive} became shorter while it was read: its last {missing:,} bytes may be missing. Import it again when it is complete.</source>
        <translation>{archive} ist beim Lesen kürzer geworden: Die letzten {missing:,} Byte fehlen vielleicht. Importiere es noch einmal, wenn es vollständig ist.</translation>
    </message>
    <message>
        <source>Memory ran out, and the system ended a process that was checking messages.</source>
        <translation>Der Arbeitsspeicher ging aus, und das System hat einen Prozess beendet, der Nachrichten prüfte.</translation>
    </message>
    <message>
        <source>A process that was checking messages was killed.</source>
        <translation>Ein Prozess, der Nachrichten prüfte, wurde von außen beendet.</translation>
    </message>
    <message>
        <source>What was checked is kept. If memory is short, close other programs or raise the memory limit of this one; then start the import again: it continues where it stopped.</source>
        <translation>Was geprüft ist, bleibt. Wenn der Arbeitsspeicher knapp ist, schließe andere Programme oder erhöhe die Speichergrenze für dieses; starte dann den Import noch einmal: Er macht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>The system allows this program too few open files. Allow more, for example with ulimit -n 1024, and start it again.</source>
        <translation>Das System erlaubt diesem Programm zu wenige offene Dateien. Erlaube mehr, zum Beispiel mit ulimit -n 1024, und starte es neu.</translation>
    </message>
    <message>
        <source>{path} is a folder without group keys (keyring or tribes/keystore).</source>
        <translation>{path} ist ein Ordner ohne Gruppenschlüssel (keyring oder tribes/keystore).</translation>
    </message>
    <message>
        <source>{path} holds no group keys.</source>
        <translation>{path} enthält keine Gruppenschlüssel.</translation>
    </message>
    <message>
        <source>{folder} isn&apos;t a LevelDB folder.</source>
        <translation>{folder} ist kein Ordner von LevelDB.</translation>
    </message>
    <message>
        <source>{folder} holds more than {most} MiB, too much for a keyring, so it isn&apos;t read.</source>
        <translation>{folder} enthält mehr als {most} MiB, zu viel für einen Schlüsselbund, und wird darum nicht gelesen.</translation>
    </message>
    <message>
        <source>{path} belongs to the database that is open.</source>
        <translation>{path} gehört zur offenen Datenbank.</translation>
    </message>
    <message>
        <source>{path} is encrypted. Open it again to enter the key of its Autobase.</source>
        <translation>{path} ist verschlüsselt. Öffne es noch einmal, um den Schlüssel der Autobase einzugeben.</translation>
    </message>
    <message>
        <source>{path} contains no messages. It is followed in case it grows.</source>
        <translation>{path} enthält keine Nachrichten; die Datei wird verfolgt, falls sie wächst.</translation>
    </message>
    <message>
        <source>Not verified yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Verifying: {percent}%</source>
        <translation>Wird geprüft: {percent} %</translation>
    </message>
    <message>
        <source>Not verified</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>{database} couldn&apos;t be verified: {why} Don&apos;t rely on what it shows. Open the collection again to try once more.</source>
        <translation>{database} konnte nicht geprüft werden: {why} Verlass dich nicht auf das, was sie zeigt. Öffne die Sammlung noch einmal, um es wieder zu versuchen.</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>Nicht gültig</translation>
    </message>
    <message>
        <source>This database came from elsewhere, and texts of private messages are kept in it. Only the keys of these messages can prove them: read your keys before you rely on them.</source>
        <translation>Diese Datenbank stammt von anderswo, und in ihr sind Texte privater Nachrichten aufbewahrt. Nur die Schlüssel dieser Nachrichten können sie beweisen: Lies deine Schlüssel ein, bevor du dich auf sie verlässt.</translation>
    </message>
    <message>
        <source>Checked: everything in this database is as it was read.</source>
        <translation>Geprüft: Alles in dieser Datenbank ist so, wie es gelesen wurde.</translation>
    </message>
    <message>
        <source>Verified: everything in this database is as it was signed.</source>
        <translation>Geprüft: Alles in dieser Datenbank ist so, wie es signiert wurde.</translation>
    </message>
    <message numerus="yes">
        <source>This database came from elsewhere, and a check found {n} problems in it.</source>
        <comment>This database came from elsewhere, and a check found {n} problem in it.</comment>
        <translation>
            <numerusform>Diese Datenbank stammt von anderswo, und eine Prüfung fand {n} Fehler darin.</numerusform>
            <numerusform>Diese Datenbank stammt von anderswo, und eine Prüfung fand {n} Fehler darin.</numerusform>
        </translation>
    </message>
    <message>
        <source>Don&apos;t rely on what it shows: import the archives into a new collection. Messages of a network with a key of its own (HMAC) can&apos;t be verified here.</source>
        <translation>Verlass dich nicht auf das, was sie zeigt: Importiere die Archive in eine neue Sammlung. Nachrichten eines Netzes mit eigenem Schlüssel (HMAC) lassen sich hier nicht prüfen.</translation>
    </message>
    <message>
        <source>The check ended before it was finished.</source>
        <translation>Die Prüfung endete, bevor sie fertig war.</translation>
    </message>
    <message>
        <source>its encryption isn&apos;t known here</source>
        <translation>seine Verschlüsselung ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>writer {key}: {why}</source>
        <translation>Schreiber {key}: {why}</translation>
    </message>
    <message>
        <source>entry {name} is invalid: it doesn&apos;t match its tree</source>
        <translation>Eintrag {name} ist ungültig: Er passt nicht zu seinem Baum</translation>
    </message>
    <message>
        <source>entry {name} can&apos;t be read: {why}</source>
        <translation>Eintrag {name} ist nicht zu lesen: {why}</translation>
    </message>
    <message>
        <source>its settled order is encrypted in a way that Tanglescope can&apos;t read</source>
        <translation>seine feste Reihenfolge ist auf eine Art verschlüsselt, die Tanglescope nicht lesen kann</translation>
    </message>
    <message>
        <source>its settled order: {why}</source>
        <translation>seine feste Reihenfolge: {why}</translation>
    </message>
    <message>
        <source>this isn&apos;t a Corestore; choose the folder that holds CORESTORE and db</source>
        <translation>das ist kein Corestore; wähle den Ordner, in dem CORESTORE und db liegen</translation>
    </message>
    <message>
        <source>reading stopped because RocksDB doesn&apos;t finish; the database of this Corestore may be damaged, or crafted to cause this; try another copy</source>
        <translation>das Lesen wurde abgebrochen, weil RocksDB nicht zu Ende kommt; die Datenbank dieses Corestores ist vielleicht beschädigt oder absichtlich so gemacht; versuche es mit einer anderen Kopie</translation>
    </message>
    <message>
        <source>{what}, so reading stopped; its database may be damaged, or crafted to cause this</source>
        <translation>{what}, deshalb wurde nicht weitergelesen; vielleicht ist die Datenbank beschädigt oder absichtlich so gemacht</translation>
    </message>
    <message>
        <source>reading a Corestore needs the package rocksdict; install it with: pip install rocksdict</source>
        <translation>um einen Corestore zu lesen, ist das Paket rocksdict nötig; installiere es mit: pip install rocksdict</translation>
    </message>
    <message>
        <source>{place} can&apos;t be read</source>
        <translation>{place} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>core {place} can&apos;t be read</source>
        <translation>Core {place} ist nicht zu lesen</translation>
    </message>
    <message>
        <source>this Corestore keeps each core in files, as before Hypercore 11; open it once with a current Corestore, which converts it, and try again</source>
        <translation>dieser Corestore hält jeden Core in Dateien, wie vor Hypercore 11; öffne ihn einmal mit einem aktuellen Corestore, der ihn umwandelt, und versuche es noch einmal</translation>
    </message>
    <message>
        <source>this is a single Hypercore 10 in files, not a Corestore</source>
        <translation>das ist ein einzelner Hypercore 10 in Dateien und kein Corestore</translation>
    </message>
    <message>
        <source>this is a single Hypercore of version 9 or older, not a Corestore</source>
        <translation>das ist ein einzelner Hypercore der Version 9 oder älter und kein Corestore</translation>
    </message>
    <message>
        <source>RocksDB gave up on it</source>
        <translation>RocksDB hat beim Lesen aufgegeben</translation>
    </message>
    <message>
        <source>this Corestore uses storage version {version}; Tanglescope reads versions up to {newest}</source>
        <translation>dieser Corestore hat Version {version} des Speicherformats; Tanglescope liest Versionen bis {newest}</translation>
    </message>
    <message>
        <source>the database of this Corestore is damaged and can&apos;t be opened ({what}); try another copy</source>
        <translation>die Datenbank dieses Corestores ist beschädigt und kann nicht geöffnet werden ({what}); versuche es mit einer anderen Kopie</translation>
    </message>
    <message>
        <source>this Corestore expands to more than {limit} MiB of records</source>
        <translation>dieser Corestore entpackt sich zu mehr als {limit} MiB an Datensätzen</translation>
    </message>
    <message>
        <source>RocksDB needs more than {limit} MiB of memory for this</source>
        <translation>RocksDB braucht dafür mehr als {limit} MiB Arbeitsspeicher</translation>
    </message>
    <message>
        <source>{name} is too large</source>
        <translation>{name} ist zu groß</translation>
    </message>
    <message>
        <source>this RocksDB database holds no Corestore</source>
        <translation>diese RocksDB-Datenbank enthält keinen Corestore</translation>
    </message>
    <message>
        <source>its length isn&apos;t recorded</source>
        <translation>seine Länge ist nirgends angegeben</translation>
    </message>
    <message>
        <source>its blocks don&apos;t have the hash that was signed</source>
        <translation>seine Blöcke ergeben nicht den signierten Hash</translation>
    </message>
    <message>
        <source>parts of its tree are missing</source>
        <translation>Teile seines Baums fehlen</translation>
    </message>
    <message>
        <source>block {place} doesn&apos;t match the tree</source>
        <translation>Block {place} passt nicht in den Baum</translation>
    </message>
    <message>
        <source>its manifest isn&apos;t here, so no signature can be checked</source>
        <translation>sein Manifest ist nicht da, also lässt sich keine Signatur prüfen</translation>
    </message>
    <message>
        <source>its manifest isn&apos;t that of its key</source>
        <translation>sein Manifest ist nicht das seines Schlüssels</translation>
    </message>
    <message>
        <source>it differs from its prologue</source>
        <translation>er weicht von seinem Prolog ab</translation>
    </message>
    <message>
        <source>it isn&apos;t signed</source>
        <translation>er ist nicht signiert</translation>
    </message>
    <message>
        <source>its signature is wrong</source>
        <translation>seine Signatur ist falsch</translation>
    </message>
    <message>
        <source>It comes after {name}, which it refers to, directly or indirectly.</source>
        <translation>Er kommt nach {name}, denn er verweist darauf, direkt oder indirekt.</translation>
    </message>
    <message>
        <source>It comes after {name}: both were appended together.</source>
        <translation>Er kommt nach {name}: Beide wurden zusammen angehängt.</translation>
    </message>
    <message>
        <source>It comes after {name}: neither knows the other, and {name} was confirmed earlier.</source>
        <translation>Er kommt nach {name}: Keiner kennt den anderen, und {name} wurde früher bestätigt.</translation>
    </message>
    <message>
        <source>It comes after {name}: optimistic entries come as late as they can.</source>
        <translation>Er kommt nach {name}: Optimistische Einträge kommen so spät wie möglich.</translation>
    </message>
    <message>
        <source>It comes after {name}: neither knows the other, and the writer of {name} has the smaller key.</source>
        <translation>Er kommt nach {name}: Keiner kennt den anderen, und der Schreiber von {name} hat den kleineren Schlüssel.</translation>
    </message>
    <message>
        <source>It waits for entries that it refers to, or for the rest of its batch.</source>
        <translation>Er wartet auf Einträge, auf die er verweist, oder auf den Rest seines Stapels.</translation>
    </message>
    <message>
        <source>It is in row {row:,} of {rows:,}.</source>
        <translation>Er steht in Zeile {row:,} von {rows:,}.</translation>
    </message>
    <message>
        <source>There is no indexer, so nothing is voted on or confirmed.</source>
        <translation>Es gibt keinen Indexer, also wird über nichts abgestimmt und nichts bestätigt.</translation>
    </message>
    <message numerus="yes">
        <source>{n} of {indexers} indexers know it: {names}.</source>
        <comment>{n} of {indexers} indexers knows it: {names}.</comment>
        <translation>
            <numerusform>{n} von {indexers} Indexern kennt ihn: {names}.</numerusform>
            <numerusform>{n} von {indexers} Indexern kennen ihn: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its quorum has degree {degree}; the highest of a rival has degree {rival}.</source>
        <translation>Sein Quorum hat den Grad {degree}, das höchste eines konkurrierenden Eintrags den Grad {rival}.</translation>
    </message>
    <message>
        <source>That removal is pending: until it is confirmed, it can move.</source>
        <translation>Diese Entfernung steht noch aus: Bis sie bestätigt ist, kann sie sich verschieben.</translation>
    </message>
    <message>
        <source>this entry</source>
        <translation>diesen Eintrag</translation>
    </message>
    <message numerus="yes">
        <source>None of the {n} indexers knows it.</source>
        <comment>The only indexer doesn&apos;t know it.</comment>
        <translation>
            <numerusform>Der einzige Indexer kennt ihn nicht.</numerusform>
            <numerusform>Keiner der {n} Indexer kennt ihn.</numerusform>
        </translation>
    </message>
    <message>
        <source>{degree} or more</source>
        <translation>{degree} oder mehr</translation>
    </message>
    <message>
        <source>It is confirmed: it keeps its row, whatever comes.</source>
        <translation>Er ist bestätigt: Er behält seine Zeile, was auch kommt.</translation>
    </message>
    <message>
        <source>Its writer doesn&apos;t vote; it was confirmed with {name}, the first entry of an indexer that knows it.</source>
        <translation>Sein Schreiber stimmt nicht ab; er wurde mit {name} bestätigt, dem ersten Eintrag eines Indexers, der ihn kennt.</translation>
    </message>
    <message>
        <source>It isn&apos;t confirmed. Its writer doesn&apos;t vote; it will be confirmed with {name}, the first entry of an indexer that knows it.</source>
        <translation>Er ist nicht bestätigt. Sein Schreiber stimmt nicht ab; er wird mit {name} bestätigt, dem ersten Eintrag eines Indexers, der ihn kennt.</translation>
    </message>
    <message>
        <source>It isn&apos;t confirmed. Its writer doesn&apos;t vote, and no entry of an indexer knows it yet.</source>
        <translation>Er ist nicht bestätigt. Sein Schreiber stimmt nicht ab, und noch kennt ihn kein Eintrag eines Indexers.</translation>
    </message>
    <message numerus="yes">
        <source>It isn&apos;t confirmed, and can&apos;t get the acks of a majority: {n} indexers saw a rival first. It is confirmed with an entry that joins the two.</source>
        <comment>It isn&apos;t confirmed, and can&apos;t get the acks of a majority: {n} indexer saw a rival first. It is confirmed with an entry that joins the two.</comment>
        <translation>
            <numerusform>Er ist nicht bestätigt und bekommt keine Quittungen einer Mehrheit: {n} Indexer sah zuerst einen konkurrierenden Eintrag. Er wird mit einem Eintrag bestätigt, der beide verbindet.</numerusform>
            <numerusform>Er ist nicht bestätigt und bekommt keine Quittungen einer Mehrheit: {n} Indexer sahen zuerst einen konkurrierenden Eintrag. Er wird mit einem Eintrag bestätigt, der beide verbindet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It isn&apos;t confirmed: {n} more indexers have to acknowledge it before they see a rival.</source>
        <comment>It isn&apos;t confirmed: {n} more indexer has to acknowledge it before it sees a rival.</comment>
        <translation>
            <numerusform>Er ist nicht bestätigt: {n} weiterer Indexer muss ihn quittieren, bevor er einen konkurrierenden Eintrag sieht.</numerusform>
            <numerusform>Er ist nicht bestätigt: {n} weitere Indexer müssen ihn quittieren, bevor sie einen konkurrierenden Eintrag sehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It isn&apos;t confirmed: {n} more indexers have to know that a majority acknowledged it.</source>
        <comment>It isn&apos;t confirmed: {n} more indexer has to know that a majority acknowledged it.</comment>
        <translation>
            <numerusform>Er ist nicht bestätigt: {n} weiterer Indexer muss wissen, dass eine Mehrheit ihn quittiert hat.</numerusform>
            <numerusform>Er ist nicht bestätigt: {n} weitere Indexer müssen wissen, dass eine Mehrheit ihn quittiert hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>It has all the votes it needs, and is confirmed once the entries that it comes after are.</source>
        <translation>Er hat alle nötigen Stimmen und ist bestätigt, sobald es die Einträge sind, nach denen er kommt.</translation>
    </message>
    <message>
        <source>knows that a majority acknowledged it</source>
        <translation>weiß, dass eine Mehrheit ihn quittiert hat</translation>
    </message>
    <message>
        <source>acknowledged it with {name}</source>
        <translation>hat ihn mit {name} quittiert</translation>
    </message>
    <message>
        <source>saw a rival first: {names}</source>
        <translation>sah zuerst einen konkurrierenden Eintrag: {names}</translation>
    </message>
    <message>
        <source>has written nothing since it saw it</source>
        <translation>hat nichts geschrieben, seit er ihn sah</translation>
    </message>
    <message>
        <source>hasn&apos;t seen it</source>
        <translation>hat ihn nicht gesehen</translation>
    </message>
    <message>
        <source>No conversation with the address {address} is known here. Check it, or import the archive that it comes from.</source>
        <translation>Kein Gespräch mit der Adresse {address} ist hier bekannt. Prüfe sie oder importiere das Archiv, aus dem sie stammt.</translation>
    </message>
    <message>
        <source>No order is called “{by}”. An address may end in {end} and one of: {orders}.</source>
        <translation>Keine Ordnung heißt „{by}“. Eine Adresse darf auf {end} und eines davon enden: {orders}.</translation>
    </message>
    <message>
        <source>The conversation {root} is private, and what is published here is public: a reply would reveal it. Reply in the program that it was written with.</source>
        <translation>Das Gespräch {root} ist privat, und was hier veröffentlicht wird, ist öffentlich: Eine Antwort würde es verraten. Antworte in dem Programm, in dem es geschrieben wurde.</translation>
    </message>
    <message>
        <source>after {name!r} its edits lead to {replica} and its order is {order}</source>
        <translation>nach {name!r} führen ihre Änderungen zu {replica}, und ihre Reihenfolge ist {order}</translation>
    </message>
    <message>
        <source>for {name!r} it took {made} edits where {least} are enough</source>
        <translation>für {name!r} brauchte sie {made} Änderungen, wo {least} genügen</translation>
    </message>
    <message>
        <source>after {name!r} an edit moves an element that isn&apos;t in the list</source>
        <translation>nach {name!r} verschiebt eine Änderung, was nicht da ist</translation>
    </message>
    <message>
        <source>Use the keys in this folder?</source>
        <translation>Schlüssel in diesem Ordner verwenden?</translation>
    </message>
    <message>
        <source>This folder holds keys of private groups:
{keyring}</source>
        <translation>Dieser Ordner enthält Schlüssel privater Gruppen:
{keyring}</translation>
    </message>
    <message>
        <source>This folder holds the secret key of an identity:
{file}</source>
        <translation>Dieser Ordner enthält den geheimen Schlüssel einer Identität:
{file}</translation>
    </message>
    <message>
        <source>Tanglescope can decrypt private messages with what is in this folder. Keys stay in memory until you quit; they are never written to disk.</source>
        <translation>Tanglescope kann damit private Nachrichten entschlüsseln. Schlüssel bleiben bis zum Beenden im Arbeitsspeicher; sie werden nie auf einen Datenträger geschrieben.</translation>
    </message>
    <message>
        <source>Use the keys</source>
        <translation>Schlüssel verwenden</translation>
    </message>
    <message>
        <source>it gave no answer within {seconds:g} s</source>
        <translation>sie hat binnen {seconds:g} s nicht geantwortet</translation>
    </message>
    <message>
        <source>its answer never ends</source>
        <translation>ihre Antwort hat kein Ende</translation>
    </message>
    <message>
        <source>it hung or ended too many times</source>
        <translation>sie hing oder endete zu oft</translation>
    </message>
    <message>
        <source>The command is empty. Enter a program and its arguments.</source>
        <translation>Der Befehl ist leer. Gib ein Programm und seine Argumente an.</translation>
    </message>
    <message>
        <source>{command} can&apos;t be started: {why}. Check its name and its permissions.</source>
        <translation>{command} lässt sich nicht starten: {why}. Prüfe den Namen und die Rechte.</translation>
    </message>
    <message>
        <source>it closed its output</source>
        <translation>sie hat ihre Ausgabe geschlossen</translation>
    </message>
    <message>
        <source>{command} can&apos;t be started: {why}.</source>
        <translation>{command} lässt sich nicht starten: {why}.</translation>
    </message>
    <message>
        <source>There is no program {name}. Check the command.</source>
        <translation>Es gibt kein Programm {name}. Prüfen Sie den Befehl.</translation>
    </message>
    <message>
        <source>a quotation mark isn&apos;t closed</source>
        <translation>ein Anführungszeichen ist nicht geschlossen</translation>
    </message>
    <message>
        <source>nothing follows the backslash at its end</source>
        <translation>nach dem umgekehrten Schrägstrich am Ende folgt nichts</translation>
    </message>
    <message>
        <source>it ended with status {status} and said “{said}”</source>
        <translation>sie endete mit Status {status} und meldete „{said}“</translation>
    </message>
    <message>
        <source>it ended with status {status}</source>
        <translation>sie endete mit Status {status}</translation>
    </message>
    <message>
        <source>its answer isn&apos;t JSON: {error}</source>
        <translation>ihre Antwort ist kein JSON: {error}</translation>
    </message>
    <message>
        <source>it answers with an error: {said}</source>
        <translation>sie antwortet mit einem Fehler: {said}</translation>
    </message>
    <message>
        <source>its answer is neither a list of ids nor an object with `order`</source>
        <translation>ihre Antwort ist weder eine Liste von IDs noch ein Objekt mit `order`</translation>
    </message>
    <message>
        <source>It waits for {keys}.</source>
        <translation>Sie wartet auf {keys}.</translation>
    </message>
    <message>
        <source>References over the limit of this collection ({number:,})</source>
        <translation>Verweise über der Grenze dieser Sammlung ({number:,})</translation>
    </message>
    <message>
        <source>Deleted message</source>
        <translation>Gelöschte Nachricht</translation>
    </message>
    <message>
        <source>Graph {name}</source>
        <translation>Graph {name}</translation>
    </message>
    <message>
        <source>Autobase {name}</source>
        <translation>Autobase {name}</translation>
    </message>
    <message>
        <source>tinySSB feed {name}</source>
        <translation>tinySSB-Feed {name}</translation>
    </message>
    <message>
        <source>The order {by} has to be sorted again after every arrival, so it can replay at most {most:,} messages; there are {messages:,} here. Replay them by scuttlesort.</source>
        <translation>Die Ordnung {by} muss nach jeder Ankunft neu sortiert werden und kann darum höchstens {most:,} Nachrichten wiedergeben; hier sind es {messages:,}. Gib sie mit scuttlesort wieder.</translation>
    </message>
    <message>
        <source>Order of the messages</source>
        <translation>Reihenfolge der Nachrichten</translation>
    </message>
    <message>
        <source>{order} (its own)</source>
        <translation>{order} (die eigene)</translation>
    </message>
    <message>
        <source>An order of your own…</source>
        <translation>Eine eigene Reihenfolge …</translation>
    </message>
    <message>
        <source>An order of your own</source>
        <translation>Eine eigene Reihenfolge</translation>
    </message>
    <message>
        <source>Read in this order</source>
        <translation>In dieser Reihenfolge lesen</translation>
    </message>
    <message>
        <source>A command such as node order.js, or file.py:function:</source>
        <translation>Ein Befehl wie node order.js oder datei.py:Funktion:</translation>
    </message>
    <message>
        <source>{path} names files outside its folder.</source>
        <translation>{path} nennt Dateien außerhalb seines Ordners.</translation>
    </message>
    <message>
        <source>{path} names more than {count} other folders.</source>
        <translation>{path} nennt mehr als {count} andere Ordner.</translation>
    </message>
    <message>
        <source>{path} is a symbolic link. Links within a Git repository aren&apos;t followed: replace it with what it leads to, or remove it.</source>
        <translation>{path} ist ein symbolischer Link. Links in einem Git-Repository wird nicht gefolgt: Ersetze ihn durch das, wohin er führt, oder entferne ihn.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t a regular file. Replace or remove it.</source>
        <translation>{path} ist keine gewöhnliche Datei. Ersetze oder entferne sie.</translation>
    </message>
    <message>
        <source>{path} leads to another computer, from which nothing is fetched. Open a complete copy of the repository.</source>
        <translation>{path} führt zu einem anderen Computer, von dem nichts abgeholt wird. Öffne eine vollständige Kopie des Repositorys.</translation>
    </message>
    <message>
        <source>{path} has no branch or tag called {patterns}.</source>
        <translation>{path} hat keinen Branch und keinen Tag namens {patterns}.</translation>
    </message>
    <message>
        <source>{path} is a Git repository; install git to read it.</source>
        <translation>{path} ist ein Git-Repository; um es zu lesen, installiere git.</translation>
    </message>
    <message>
        <source>{path} uses a format that the git on this computer is too old for ({extensions}); install git 2.45 or newer to read it.</source>
        <translation>{path} hat ein Format, für das das git auf diesem Computer zu alt ist ({extensions}); installiere git 2.45 oder neuer, um es zu lesen.</translation>
    </message>
    <message>
        <source>{commit} isn&apos;t a commit</source>
        <translation>{commit} ist kein Commit</translation>
    </message>
    <message>
        <source>{commit} is longer than 16 MiB</source>
        <translation>{commit} ist länger als 16 MiB</translation>
    </message>
    <message>
        <source>{commit} doesn&apos;t match its id</source>
        <translation>{commit} passt nicht zu seiner ID</translation>
    </message>
    <message>
        <source>What isn&apos;t in this conversation, and why</source>
        <translation>Was nicht in diesem Gespräch ist und warum</translation>
    </message>
    <message>
        <source>Messages that aren&apos;t in this conversation</source>
        <translation>Nachrichten, die nicht in diesem Gespräch sind</translation>
    </message>
    <message>
        <source>Not in this conversation ({number:,})</source>
        <translation>Nicht in diesem Gespräch ({number:,})</translation>
    </message>
    <message>
        <source>Not in this conversation</source>
        <translation>Nicht in diesem Gespräch</translation>
    </message>
    <message>
        <source>Every message that names this conversation is in it.</source>
        <translation>Jede Nachricht, die dieses Gespräch nennt, ist darin.</translation>
    </message>
    <message>
        <source>Excluded ({rule}): {why}</source>
        <translation>Ausgeschlossen ({rule}): {why}</translation>
    </message>
    <message numerus="yes">
        <source>Set aside: it waits for {n:,} messages.</source>
        <comment>Set aside: it waits for {n:,} message.</comment>
        <translation>
            <numerusform>Zurückgestellt: Sie wartet auf {n:,} Nachricht.</numerusform>
            <numerusform>Zurückgestellt: Sie wartet auf {n:,} Nachrichten.</numerusform>
        </translation>
    </message>
    <message>
        <source>the packet at byte {offset} of the feed is damaged or forged</source>
        <translation>das Paket bei Byte {offset} des Feeds ist beschädigt oder gefälscht</translation>
    </message>
    <message>
        <source>{messages:,} messages have too many links to all previous messages for a picture; the limit is {most:,} messages.</source>
        <translation>{messages:,} Nachrichten haben für ein Bild zu viele Verweise auf alle früheren Nachrichten; die Grenze sind {most:,} Nachrichten.</translation>
    </message>
    <message>
        <source>&amp;Tie-breaks</source>
        <translation>&amp;Gleichstände</translation>
    </message>
    <message>
        <source>Draw a dotted line between concurrent messages that follow one another in the order.</source>
        <translation>Gleichzeitige Nachrichten, die in der Reihenfolge aufeinander folgen, punktiert verbinden.</translation>
    </message>
    <message>
        <source>&amp;Supersedes</source>
        <translation>Ü&amp;berholt</translation>
    </message>
    <message>
        <source>Draw which messages a message of a PZP set supersedes.</source>
        <translation>Zeichnen, welche Nachrichten eine Nachricht einer PZP-Menge überholt.</translation>
    </message>
    <message>
        <source>&amp;Lipmaa links</source>
        <translation>&amp;Lipmaa-Verweise</translation>
    </message>
    <message>
        <source>Draw PZP&apos;s links that skip back over other messages.</source>
        <translation>Die Verweise von PZP zeichnen, die andere überspringen.</translation>
    </message>
    <message>
        <source>&amp;References</source>
        <translation>&amp;Verweise</translation>
    </message>
    <message>
        <source>Draw the references of nodes, such as the auth events of Matrix.</source>
        <translation>Die Verweise von Knoten zeichnen, etwa die Auth-Ereignisse von Matrix.</translation>
    </message>
    <message>
        <source>&amp;All previous</source>
        <translation>&amp;Alle früheren</translation>
    </message>
    <message>
        <source>Draw links to all messages before each, not only to those directly before it.</source>
        <translation>Zu jeder Nachricht Verweise auf alle früheren zeichnen, nicht nur auf die unmittelbar vorhergehenden.</translation>
    </message>
    <message>
        <source>Edges besides causes</source>
        <translation>Kanten neben den Ursachen</translation>
    </message>
    <message>
        <source>its encryption key doesn&apos;t have 32 bytes</source>
        <translation>sein Schlüssel zur Verschlüsselung hat keine 32 Byte</translation>
    </message>
    <message>
        <source>The key of an Autobase has 32 bytes: 64 hexadecimal digits, or 52 in z-base-32.</source>
        <translation>Der Schlüssel einer Autobase hat 32 Byte: 64 hexadezimale Ziffern oder 52 in z-base-32.</translation>
    </message>
    <message>
        <source>The order of {address} depends on messages outside it; compare all of them, or choose another order.</source>
        <translation>Die Ordnung von {address} hängt von Nachrichten außerhalb ab; vergleiche alle oder wähle eine andere Ordnung.</translation>
    </message>
    <message>
        <source>This collection</source>
        <translation>Diese Sammlung</translation>
    </message>
    <message>
        <source>{path}: {address} is encrypted, and no key here decrypts it.</source>
        <translation>{path}: {address} ist verschlüsselt, und kein Schlüssel hier entschlüsselt es.</translation>
    </message>
    <message>
        <source>The two have no conversation in common.</source>
        <translation>Die beiden haben kein Gespräch gemeinsam.</translation>
    </message>
    <message>
        <source>The two have {count} conversations in common; choose one of them: {shown}.</source>
        <translation>Die beiden haben {count} Gespräche gemeinsam; wähle eines davon: {shown}.</translation>
    </message>
    <message>
        <source>My messages</source>
        <translation>Meine Nachrichten</translation>
    </message>
    <message>
        <source>Another window or program is importing into this collection. Wait until the import ends, or stop it there, then try again.</source>
        <translation>Ein anderes Fenster oder Programm importiert gerade in diese Sammlung. Warte, bis der Import zu Ende ist, oder brich ihn dort ab; versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>A collection needs a name. Enter one.</source>
        <translation>Eine Sammlung braucht einen Namen. Gib einen ein.</translation>
    </message>
    <message>
        <source>Another collection is called “{name}”. Choose another name.</source>
        <translation>Eine andere Sammlung heißt „{name}“. Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>The list of collections can&apos;t be written to {path}: {why}.</source>
        <translation>Die Liste der Sammlungen kann nicht nach {path} geschrieben werden: {why}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be removed: {why}.</source>
        <translation>{path} kann nicht entfernt werden: {why}.</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Sammlung umbenennen</translation>
    </message>
    <message>
        <source>Name of the collection:</source>
        <translation>Name der Sammlung:</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>{command}: on</source>
        <translation>{command}: an</translation>
    </message>
    <message>
        <source>{command}: off</source>
        <translation>{command}: aus</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Nothing is running that could be stopped.</source>
        <translation>Es läuft nichts, was angehalten werden könnte.</translation>
    </message>
    <message>
        <source>Message copied</source>
        <translation>Nachricht kopiert</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>No conversation is here yet.</source>
        <translation>Noch ist kein Gespräch da.</translation>
    </message>
    <message>
        <source>Row {row:,} of {rows:,}</source>
        <translation>Zeile {row:,} von {rows:,}</translation>
    </message>
    <message>
        <source>The import stops. Tanglescope offers to continue it at the next start.</source>
        <translation>Der Import wird angehalten. Tanglescope bietet beim nächsten Start an, ihn fortzusetzen.</translation>
    </message>
    <message>
        <source>Close while work is running?</source>
        <translation>Schließen, während noch etwas läuft?</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Sample of a group</source>
        <translation>Beispiel einer Gruppe</translation>
    </message>
    <message>
        <source>Gallery</source>
        <translation>Galerie</translation>
    </message>
    <message>
        <source>adds the feed {feed}</source>
        <translation>fügt den Feed {feed} hinzu</translation>
    </message>
    <message>
        <source>ends the feed {feed}</source>
        <translation>beendet den Feed {feed}</translation>
    </message>
    <message>
        <source>changes the description of the feed {feed}</source>
        <translation>ändert die Beschreibung des Feeds {feed}</translation>
    </message>
    <message>
        <source>announces the metafeed {feed}</source>
        <translation>gibt den Metafeed {feed} bekannt</translation>
    </message>
    <message>
        <source>keeps the seed of their metafeeds</source>
        <translation>bewahrt den Seed der eigenen Metafeeds auf</translation>
    </message>
    <message>
        <source>{done}, for “{purpose}”</source>
        <translation>{done}, für „{purpose}“</translation>
    </message>
    <message>
        <source>The key doesn&apos;t decrypt it.</source>
        <translation>Der Schlüssel entschlüsselt sie nicht.</translation>
    </message>
    <message>
        <source>Enter the key of an Autobase</source>
        <translation>Schlüssel einer Autobase eingeben</translation>
    </message>
    <message>
        <source>Key of the Autobase</source>
        <translation>Schlüssel der Autobase</translation>
    </message>
    <message>
        <source>64 hexadecimal digits, or z-base-32</source>
        <translation>64 hexadezimale Ziffern oder z-base-32</translation>
    </message>
    <message>
        <source>What is wrong with the key</source>
        <translation>Was mit dem Schlüssel nicht stimmt</translation>
    </message>
    <message>
        <source>Decrypt the Autobase with this key, or cancel</source>
        <translation>Die Autobase mit diesem Schlüssel entschlüsseln oder abbrechen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>The Autobase {name} is encrypted.</source>
        <translation>Die Autobase {name} ist verschlüsselt.</translation>
    </message>
    <message>
        <source>The key stays in memory until you quit and is never written to disk. The entries that it decrypts are kept in the database.</source>
        <translation>Der Schlüssel bleibt bis zum Beenden im Arbeitsspeicher und wird nie auf einen Datenträger geschrieben. Die Einträge, die er entschlüsselt, bleiben in der Datenbank.</translation>
    </message>
    <message>
        <source>it is longer than {most} MiB</source>
        <translation>sie ist länger als {most} MiB</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read as {format}: {why}.</source>
        <translation>{path} kann nicht als {format} gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>Acknowledges the entries that it refers to</source>
        <translation>Quittiert die Einträge, auf die er verweist</translation>
    </message>
    <message>
        <source>confirmed and signed up to here</source>
        <translation>bis hierher bestätigt und signiert</translation>
    </message>
    <message>
        <source>confirmed up to here</source>
        <translation>bis hierher bestätigt</translation>
    </message>
    <message>
        <source>confirmed up to here; next entries by {names} confirm all</source>
        <translation>bis hier bestätigt; nächste Einträge von {names} bestätigen alles</translation>
    </message>
    <message>
        <source>signed up to here</source>
        <translation>bis hierher signiert</translation>
    </message>
    <message>
        <source>signed up to here; still to sign: {names}</source>
        <translation>bis hierher signiert; es fehlt noch: {names}</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Standard input can&apos;t be kept: {why}.</source>
        <translation>Die Standardeingabe kann nicht aufbewahrt werden: {why}.</translation>
    </message>
    <message>
        <source>Standard input, line {line}: no record ends within {limit} MiB, so reading stopped. If this is an archive, save it as a file and open that.</source>
        <translation>Standardeingabe, Zeile {line}: Innerhalb von {limit} MiB endet kein Datensatz; das Lesen wurde beendet. Falls dies ein Archiv ist, speichere es als Datei und öffne diese.</translation>
    </message>
    <message>
        <source>Standard input is too long to be kept: only {free:,} MiB are free in {folder}. Set TMPDIR to a folder on a larger disk, or save a part of it as a file and open that.</source>
        <translation>Die Standardeingabe ist zu lang, um aufbewahrt zu werden: In {folder} sind nur {free:,} MiB frei. Setze TMPDIR auf einen Ordner auf einem größeren Datenträger oder speichere einen Teil als Datei und öffne diese.</translation>
    </message>
    <message>
        <source>{name} waits for entries that it refers to, or for the rest of its batch.</source>
        <translation>{name} wartet auf Einträge, auf die er verweist, oder auf den Rest seines Stapels.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entries are undone</source>
        <comment>{n:,} entry is undone</comment>
        <translation>
            <numerusform>{n:,} Eintrag wird zurückgenommen</numerusform>
            <numerusform>{n:,} Einträge werden zurückgenommen</numerusform>
        </translation>
    </message>
    <message>
        <source>{undone} by {name}, from row {row:,} on</source>
        <translation>{undone} durch {name}, ab Zeile {row:,}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entries are applied</source>
        <comment>{n:,} entry is applied</comment>
        <translation>
            <numerusform>{n:,} Eintrag wird angewandt</numerusform>
            <numerusform>{n:,} Einträge werden angewandt</numerusform>
        </translation>
    </message>
    <message>
        <source>{undone}, {applied}</source>
        <translation>{undone}, {applied}</translation>
    </message>
    <message>
        <source>{done}; nothing more is confirmed.</source>
        <translation>{done}; nichts Weiteres wird bestätigt.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entries are confirmed by it</source>
        <comment>{n:,} entry is confirmed by it</comment>
        <translation>
            <numerusform>{n:,} Eintrag wird dadurch bestätigt</numerusform>
            <numerusform>{n:,} Einträge werden dadurch bestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>{done}; {final}.</source>
        <translation>{done}; {final}.</translation>
    </message>
    <message>
        <source>First delivery</source>
        <translation>Erste Zustellung</translation>
    </message>
    <message>
        <source>Second delivery</source>
        <translation>Zweite Zustellung</translation>
    </message>
    <message>
        <source>{step:,} of {steps:,} messages</source>
        <translation>{step:,} von {steps:,} Nachrichten</translation>
    </message>
    <message>
        <source>The two deliveries, step by step</source>
        <translation>Die beiden Zustellungen, Schritt für Schritt</translation>
    </message>
    <message>
        <source>The order afterwards</source>
        <translation>Die Reihenfolge danach</translation>
    </message>
    <message>
        <source>The linearizer fails here.</source>
        <translation>Die Ordnung scheitert hier.</translation>
    </message>
    <message>
        <source>The file isn&apos;t here.</source>
        <translation>Die Datei ist nicht da.</translation>
    </message>
    <message>
        <source>The bytes of the file don&apos;t match its name.</source>
        <translation>Die Bytes der Datei passen nicht zu ihrem Namen.</translation>
    </message>
    <message>
        <source>The key in the link doesn&apos;t decrypt the file.</source>
        <translation>Der Schlüssel im Link entschlüsselt die Datei nicht.</translation>
    </message>
    <message>
        <source>The file is larger than {most:,} bytes.</source>
        <translation>Die Datei ist größer als {most:,} Byte.</translation>
    </message>
    <message>
        <source>The file can&apos;t be copied: {why}</source>
        <translation>Die Datei lässt sich nicht kopieren: {why}</translation>
    </message>
    <message>
        <source>This isn&apos;t a PNG, JPEG, WebP or GIF.</source>
        <translation>Das ist kein PNG, JPEG, WebP oder GIF.</translation>
    </message>
    <message>
        <source>The picture is cut off or damaged.</source>
        <translation>Das Bild ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>The file contains more than a picture.</source>
        <translation>Die Datei enthält mehr als ein Bild.</translation>
    </message>
    <message>
        <source>The picture is too large: {width:,} × {height:,} pixels.</source>
        <translation>Das Bild ist zu groß: {width:,} × {height:,} Pixel.</translation>
    </message>
    <message>
        <source>If you don&apos;t want to be shown here, publish an “about” message about yourself with “publicWebHosting”: false, and ask the author of these pages to write them again.</source>
        <translation>Wenn Sie hier nicht gezeigt werden möchten, veröffentlichen Sie eine „about“-Nachricht über sich mit „publicWebHosting“: false und bitten Sie den Autor dieser Seiten, sie neu zu schreiben.</translation>
    </message>
    <message>
        <source>Skip to the text</source>
        <translation>Zum Text springen</translation>
    </message>
    <message>
        <source>Written by Tanglescope. Times are in UTC.</source>
        <translation>Geschrieben von Tanglescope. Zeiten in UTC.</translation>
    </message>
    <message>
        <source>The picture can&apos;t be decoded.</source>
        <translation>Das Bild lässt sich nicht dekodieren.</translation>
    </message>
    <message>
        <source>Picture copied</source>
        <translation>Bild kopiert</translation>
    </message>
    <message>
        <source>Saved as {file}.</source>
        <translation>Gespeichert als {file}.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture viewer</source>
        <translation>Bildansicht</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play the picture (P)</source>
        <translation>Das Bild abspielen (P)</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Das Bild kopieren</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Close the picture</source>
        <translation>Das Bild schließen</translation>
    </message>
    <message>
        <source>Show all of the picture (0)</source>
        <translation>Das ganze Bild zeigen (0)</translation>
    </message>
    <message>
        <source>Actual size (1)</source>
        <translation>In Originalgröße (1)</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>{percent:.0f}%</source>
        <translation>{percent:.0f} %</translation>
    </message>
    <message>
        <source>{n:,} of {all:,}</source>
        <translation>{n:,} von {all:,}</translation>
    </message>
    <message>
        <source>Show this author again</source>
        <translation>Diesen Autor wieder zeigen</translation>
    </message>
    <message>
        <source>Profiles of its authors</source>
        <translation>Profile der Autoren</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>Link kopiert</translation>
    </message>
    <message>
        <source>Id of the file copied</source>
        <translation>ID der Datei kopiert</translation>
    </message>
    <message>
        <source>Select a message first.</source>
        <translation>Wähle zuerst eine Nachricht.</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Add a folder with pictures…</source>
        <translation>Einen Ordner mit Bildern hinzufügen …</translation>
    </message>
    <message>
        <source>This message has no links.</source>
        <translation>Diese Nachricht hat keine Links.</translation>
    </message>
    <message>
        <source>Links of this message</source>
        <translation>Links dieser Nachricht</translation>
    </message>
    <message>
        <source>This message has no files.</source>
        <translation>Diese Nachricht hat keine Dateien.</translation>
    </message>
    <message>
        <source>Files of this message</source>
        <translation>Dateien dieser Nachricht</translation>
    </message>
    <message>
        <source>Search for “{words}”</source>
        <translation>Nach „{words}“ suchen</translation>
    </message>
    <message>
        <source>Words of this message</source>
        <translation>Wörter dieser Nachricht</translation>
    </message>
    <message>
        <source>Searches find only SSB messages. Ctrl+F finds words in this conversation.</source>
        <translation>Die Suche findet nur SSB-Nachrichten. Strg+F findet Wörter in diesem Gespräch.</translation>
    </message>
    <message>
        <source>No other message shares a word with this one.</source>
        <translation>Keine andere Nachricht hat ein Wort mit dieser gemeinsam.</translation>
    </message>
    <message>
        <source>Back to the previous person</source>
        <translation>Zurück zur vorigen Person</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Alle Nachrichten</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <source>Details of this person</source>
        <translation>Einzelheiten dieser Person</translation>
    </message>
    <message>
        <source>Select a message to see who wrote it.</source>
        <translation>Wähle eine Nachricht, um zu sehen, wer sie geschrieben hat.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private messages, left out</source>
        <comment>{n:,} private message, left out</comment>
        <translation>
            <numerusform>{n:,} private Nachricht, ausgelassen</numerusform>
            <numerusform>{n:,} private Nachrichten, ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Follows {n:,} people</source>
        <comment>Follows {n:,} person</comment>
        <translation>
            <numerusform>Folgt {n:,} Person</numerusform>
            <numerusform>Folgt {n:,} Personen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} followers</source>
        <comment>{n:,} follower</comment>
        <translation>
            <numerusform>{n:,} Follower</numerusform>
            <numerusform>{n:,} Follower</numerusform>
        </translation>
    </message>
    <message>
        <source>What to try</source>
        <translation>Was du versuchen kannst</translation>
    </message>
    <message>
        <source>Search without a part</source>
        <translation>Ohne einen Teil suchen</translation>
    </message>
    <message>
        <source>Without {term}</source>
        <translation>Ohne {term}</translation>
    </message>
    <message>
        <source>Profile of {name}</source>
        <translation>Profil von {name}</translation>
    </message>
    <message>
        <source>No message matches the whole search. Without one part, there are hits:</source>
        <translation>Keine Nachricht passt zu allem. Ohne einen Teil gibt es Treffer:</translation>
    </message>
    <message>
        <source>An archive is still being read. Its messages appear here if they match.</source>
        <translation>Ein Archiv wird noch gelesen. Passende Nachrichten erscheinen hier.</translation>
    </message>
    <message>
        <source>Check the spelling, type only the beginning of a word, or use other words.</source>
        <translation>Prüfe die Schreibweise, gib nur den Anfang eines Wortes ein oder nimm andere Wörter.</translation>
    </message>
    <message>
        <source>There are no messages here yet. Imported messages appear here if they match.</source>
        <translation>Hier gibt es noch keine Nachrichten. Importierte Nachrichten erscheinen hier, wenn sie passen.</translation>
    </message>
    <message>
        <source>{path} is empty. It is followed in case it grows.</source>
        <translation>{path} ist leer; die Datei wird verfolgt, falls sie wächst.</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Read and write</source>
        <translation>Lesen und schreiben</translation>
    </message>
    <message>
        <source>Install and import</source>
        <translation>Installieren und importieren</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Fehler suchen</translation>
    </message>
    <message>
        <source>Extend and script</source>
        <translation>Erweitern und automatisieren</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärungen</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Results of the search</source>
        <translation>Ergebnisse der Suche</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>{page} – Manual</source>
        <translation>{page} – Handbuch</translation>
    </message>
    <message numerus="yes">
        <source>Found in {n:,} places</source>
        <comment>Found in {n:,} place</comment>
        <translation>
            <numerusform>An {n:,} Stelle gefunden</numerusform>
            <numerusform>An {n:,} Stellen gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Not found. Try other words.</source>
        <translation>Nicht gefunden. Versuche andere Wörter.</translation>
    </message>
    <message>
        <source>No place has all words. These have some of them.</source>
        <translation>Keine Stelle enthält alle Wörter. Diese enthalten einige davon.</translation>
    </message>
    <message>
        <source>{found}; the places below have some of the words</source>
        <translation>{found}; die Stellen darunter enthalten einige der Wörter</translation>
    </message>
    <message>
        <source>Pages with an English title are in English only.</source>
        <translation>Seiten mit englischem Titel gibt es nur auf Englisch.</translation>
    </message>
    <message>
        <source>{file} is in the source code only.</source>
        <translation>{file} gibt es nur im Quelltext.</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>portrait</source>
        <translation>Porträt</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>comes after</source>
        <translation>kommt nach</translation>
    </message>
    <message>
        <source>Contents and page</source>
        <translation>Inhalt und Seite</translation>
    </message>
    <message>
        <source>Pictures of the conversation</source>
        <translation>Bilder des Gesprächs</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures</source>
        <comment>{n:,} picture</comment>
        <translation>
            <numerusform>{n:,} Bild</numerusform>
            <numerusform>{n:,} Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no picture of this conversation here.</source>
        <translation>Von diesem Gespräch ist kein Bild da.</translation>
    </message>
    <message>
        <source>Chess</source>
        <translation>Schach</translation>
    </message>
    <message>
        <source>Chess: {white} and {black}</source>
        <translation>Schach: {white} und {black}</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>{archive} can&apos;t be read any more: {why}. What was checked is kept. Put the file back, and start the import again: it continues where it stopped.</source>
        <translation>{archive} kann nicht mehr gelesen werden: {why}. Was geprüft ist, bleibt. Lege die Datei an ihren Ort zurück und starte den Import noch einmal: Er macht dort weiter, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>The disk of {place} probably has too little space: the import needs about {megabytes:,} MB more than are free.</source>
        <translation>Auf dem Datenträger von {place} ist wahrscheinlich zu wenig Platz: Der Import braucht etwa {megabytes:,} MB mehr, als frei sind.</translation>
    </message>
    <message>
        <source>It is a small import.</source>
        <translation>Der Import ist klein.</translation>
    </message>
    <message>
        <source>The new messages are added in batches.</source>
        <translation>Die neuen Nachrichten werden stapelweise hinzugefügt.</translation>
    </message>
    <message>
        <source>About {messages:,} messages fit into memory, where this engine is faster.</source>
        <translation>Etwa {messages:,} Nachrichten passen in den Arbeitsspeicher; so geht es schneller.</translation>
    </message>
    <message>
        <source>About {messages:,} messages don&apos;t fit into memory at once.</source>
        <translation>Etwa {messages:,} Nachrichten passen nicht auf einmal in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Spark needs more memory than is free.</source>
        <translation>Spark braucht mehr Arbeitsspeicher, als frei ist.</translation>
    </message>
    <message>
        <source>No author here has the id or name “{name}”.</source>
        <translation>Kein Autor hier hat die ID oder den Namen „{name}“.</translation>
    </message>
    <message>
        <source>No conversation here has the address {address}.</source>
        <translation>Kein Gespräch hier hat die Adresse {address}.</translation>
    </message>
    <message>
        <source>The search covers public messages only. To search private ones, open their conversation and use Find (Ctrl+F).</source>
        <translation>Die Suche findet nur öffentliche Nachrichten. Um private zu durchsuchen, öffne ihr Gespräch und benutze das Suchfeld (Strg+F).</translation>
    </message>
    <message>
        <source>{path} exists already, and a backup overwrites nothing. Choose another name.</source>
        <translation>{path} gibt es schon, und eine Sicherung überschreibt nichts. Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>Another program is writing {path}. Wait until it has finished.</source>
        <translation>Ein anderes Programm schreibt gerade {path}. Warte, bis es fertig ist.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {why}. Nothing was changed.</source>
        <translation>{path} kann nicht geschrieben werden: {why}. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{path} is empty, so it isn&apos;t a complete backup. Nothing was restored.</source>
        <translation>{path} ist leer, also keine vollständige Sicherung. Nichts wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>Nothing was restored.</source>
        <translation>Nichts wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>{path} is damaged, so nothing was restored: {why}.</source>
        <translation>{path} ist beschädigt; deshalb wurde nichts wiederhergestellt: {why}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {why}. Its contents are unchanged.</source>
        <translation>{path} kann nicht geschrieben werden: {why}. Der Inhalt ist so wie vorher.</translation>
    </message>
    <message numerus="yes">
        <source>{path} is damaged or was forged, so nothing was restored: {where}: {what} {n:,} problems were found.</source>
        <comment>{path} is damaged or was forged, so nothing was restored: {where}: {what} {n:,} problem was found.</comment>
        <translation>
            <numerusform>{path} ist beschädigt oder gefälscht; deshalb wurde nichts wiederhergestellt: {where}: {what} Gefunden wurde {n:,} Fehler.</numerusform>
            <numerusform>{path} ist beschädigt oder gefälscht; deshalb wurde nichts wiederhergestellt: {where}: {what} Gefunden wurden {n:,} Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a conversation first.</source>
        <translation>Öffne zuerst ein Gespräch.</translation>
    </message>
    <message>
        <source>No message here is new.</source>
        <translation>Keine Nachricht hier ist neu.</translation>
    </message>
    <message>
        <source>No message here has moved.</source>
        <translation>Keine Nachricht hier hat sich verschoben.</translation>
    </message>
    <message>
        <source>Nothing is hidden here.</source>
        <translation>Hier ist nichts verborgen.</translation>
    </message>
    <message>
        <source>version {version} of the system view isn&apos;t known</source>
        <translation>Version {version} der Systemansicht ist nicht bekannt</translation>
    </message>
    <message>
        <source>a block of the system view ends too early</source>
        <translation>ein Block der Systemansicht endet zu früh</translation>
    </message>
    <message>
        <source>a block of the system view holds an unknown field</source>
        <translation>ein Block der Systemansicht enthält ein unbekanntes Feld</translation>
    </message>
    <message>
        <source>its key is missing</source>
        <translation>sein Schlüssel fehlt</translation>
    </message>
    <message>
        <source>its manifest names an unknown hash</source>
        <translation>sein Manifest nennt einen unbekannten Hash</translation>
    </message>
    <message>
        <source>its manifest names an unknown kind of signature</source>
        <translation>sein Manifest nennt eine unbekannte Art von Signatur</translation>
    </message>
    <message>
        <source>bytes are missing at {at:,}</source>
        <translation>ab Byte {at:,} fehlen Daten</translation>
    </message>
    <message>
        <source>it counts more items than fit into it</source>
        <translation>es zählt mehr Einträge, als hineinpassen</translation>
    </message>
    <message>
        <source>a key ends too early</source>
        <translation>ein Schlüssel endet zu früh</translation>
    </message>
    <message>
        <source>a key lacks a number</source>
        <translation>in einem Schlüssel fehlt eine Zahl</translation>
    </message>
    <message>
        <source>a key lacks a text</source>
        <translation>in einem Schlüssel fehlt ein Text</translation>
    </message>
    <message>
        <source>{number} is too large for a key</source>
        <translation>{number} ist zu groß für einen Schlüssel</translation>
    </message>
    <message>
        <source>version {version} of a writer&apos;s entry isn&apos;t known</source>
        <translation>Version {version} eines Eintrags ist nicht bekannt</translation>
    </message>
    <message>
        <source>an entry belongs to an empty batch</source>
        <translation>ein Eintrag gehört zu einem leeren Stapel</translation>
    </message>
    <message>
        <source>it has more than {most:,} arrows</source>
        <translation>mehr als {most:,} Pfeile</translation>
    </message>
    <message>
        <source>editing trace</source>
        <translation>Bearbeitungsverlauf</translation>
    </message>
    <message>
        <source>the parser</source>
        <translation>der Parser</translation>
    </message>
    <message>
        <source>it isn&apos;t JSON: {error}</source>
        <translation>kein JSON: {error}</translation>
    </message>
    <message>
        <source>`txns` must be a list</source>
        <translation>`txns` muss eine Liste sein</translation>
    </message>
    <message>
        <source>it has more than {most:,} transactions</source>
        <translation>mehr als {most:,} Transaktionen</translation>
    </message>
    <message>
        <source>archive {path}</source>
        <translation>Archiv {path}</translation>
    </message>
    <message>
        <source>Its recorded reading position is impossible.</source>
        <translation>Die vermerkte Leseposition ist unmöglich.</translation>
    </message>
    <message>
        <source>Its recorded reading position is byte {offset:,}, but it has {size:,} bytes.</source>
        <translation>Die vermerkte Leseposition ist Byte {offset:,}, aber das Archiv ist {size:,} Byte lang.</translation>
    </message>
    <message>
        <source>It can&apos;t be read any more: {why}</source>
        <translation>Es kann nicht mehr gelesen werden: {why}</translation>
    </message>
    <message>
        <source>Its recorded reading position isn&apos;t the end of a record.</source>
        <translation>Die vermerkte Leseposition ist nicht das Ende eines Datensatzes.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of its records are neither messages here nor in the quarantine.</source>
        <comment>{n:,} of its records is neither a message here nor in the quarantine.</comment>
        <translation>
            <numerusform>{n:,} seiner Datensätze ist hier weder eine Nachricht noch in der Quarantäne.</numerusform>
            <numerusform>{n:,} seiner Datensätze sind hier weder Nachrichten noch in der Quarantäne.</numerusform>
        </translation>
    </message>
    <message>
        <source>archives</source>
        <translation>Archive</translation>
    </message>
    <message>
        <source>{place} of {path}</source>
        <translation>{place} von {path}</translation>
    </message>
    <message>
        <source>Its rule or its bytes in the quarantine were changed.</source>
        <translation>Die Regel oder die Bytes in der Quarantäne wurden verändert.</translation>
    </message>
    <message>
        <source>It is in the quarantine but doesn&apos;t break the rule {rule}.</source>
        <translation>Der Datensatz ist in der Quarantäne, bricht die Regel {rule} aber nicht.</translation>
    </message>
    <message>
        <source>quarantine</source>
        <translation>Quarantäne</translation>
    </message>
    <message>
        <source>Its messages come after each other in a cycle.</source>
        <translation>Seine Nachrichten folgen im Kreis aufeinander.</translation>
    </message>
    <message>
        <source>Whether sequence numbers contradict links isn&apos;t what its messages say.</source>
        <translation>Ob laufende Nummern und Verweise sich widersprechen, ist anders vermerkt, als es aus den Nachrichten folgt.</translation>
    </message>
    <message>
        <source>Its title doesn&apos;t match its messages.</source>
        <translation>Sein Titel passt nicht zu seinen Nachrichten.</translation>
    </message>
    <message>
        <source>Its counts don&apos;t match its messages.</source>
        <translation>Seine Zahlen passen nicht zu seinen Nachrichten.</translation>
    </message>
    <message>
        <source>Its participants don&apos;t match the authors of its messages.</source>
        <translation>Seine Teilnehmer sind nicht die Autoren seiner Nachrichten.</translation>
    </message>
    <message>
        <source>Its times don&apos;t match its messages.</source>
        <translation>Seine Zeiten passen nicht zu seinen Nachrichten.</translation>
    </message>
    <message>
        <source>Its count of changes is impossible.</source>
        <translation>Die Anzahl seiner Änderungen ist unmöglich.</translation>
    </message>
    <message>
        <source>Its order doesn&apos;t match its ranks and keys.</source>
        <translation>Seine Reihenfolge passt nicht zu seinen Rängen und Schlüsseln.</translation>
    </message>
    <message>
        <source>Its edges don&apos;t match its messages.</source>
        <translation>Seine Kanten passen nicht zu seinen Nachrichten.</translation>
    </message>
    <message>
        <source>Its ranks don&apos;t match its messages.</source>
        <translation>Seine Ränge passen nicht zu seinen Nachrichten.</translation>
    </message>
    <message>
        <source>Its causes in Everything aren&apos;t what it and its feed say.</source>
        <translation>Ihre Ursachen in „Alles“ sind nicht die, die sie und ihr Feed nennen.</translation>
    </message>
    <message>
        <source>edges of everything</source>
        <translation>Kanten von „Alles“</translation>
    </message>
    <message>
        <source>Its adjusted time in Everything isn&apos;t the latest time of it and its past.</source>
        <translation>Ihre angepasste Zeit in „Alles“ ist nicht die späteste Zeit von ihr und ihrer Vergangenheit.</translation>
    </message>
    <message>
        <source>Its stored order isn&apos;t in time order.</source>
        <translation>Die gespeicherte Ordnung ist nicht die zeitliche.</translation>
    </message>
    <message>
        <source>It has no root and no messages.</source>
        <translation>Es hat weder eine Wurzel noch Nachrichten.</translation>
    </message>
    <message>
        <source>There are rows of a timeline without a conversation.</source>
        <translation>Es gibt Zeilen einer Zeitleiste ohne Gespräch.</translation>
    </message>
    <message>
        <source>Its count of waiting messages is wrong.</source>
        <translation>Die Zahl der wartenden Nachrichten ist falsch.</translation>
    </message>
    <message>
        <source>Messages belong to it, but no such conversation is stored.</source>
        <translation>Nachrichten gehören dazu, aber das Gespräch ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>A message that belongs to it is missing in it.</source>
        <translation>Eine Nachricht, die dazugehört, fehlt darin.</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>„Alles“</translation>
    </message>
    <message>
        <source>The kind of this graph is unknown.</source>
        <translation>Die Art dieses Graphen ist unbekannt.</translation>
    </message>
    <message>
        <source>It can&apos;t be assembled: {why}.</source>
        <translation>Er kann nicht zusammengesetzt werden: {why}.</translation>
    </message>
    <message>
        <source>It has {right:,} nodes, not {count:,}.</source>
        <translation>Anzahl seiner Knoten: {right:,} statt {count:,}.</translation>
    </message>
    <message>
        <source>Nodes have unknown verdicts.</source>
        <translation>Knoten haben unbekannte Befunde.</translation>
    </message>
    <message>
        <source>Unsigned nodes are marked as verified.</source>
        <translation>Nicht signierte Knoten sind als geprüft vermerkt.</translation>
    </message>
    <message>
        <source>This graph doesn&apos;t exist.</source>
        <translation>Diesen Graphen gibt es nicht.</translation>
    </message>
    <message>
        <source>graph number {number} of {table}</source>
        <translation>Graph Nummer {number} in {table}</translation>
    </message>
    <message>
        <source>Its stored order is of a future revision.</source>
        <translation>Die gespeicherte Reihenfolge gehört zu einem künftigen Stand.</translation>
    </message>
    <message>
        <source>Its count of final nodes is wrong.</source>
        <translation>Die Anzahl seiner endgültigen Knoten ist falsch.</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>Its author or its verdict doesn&apos;t match its text.</source>
        <translation>Der Autor oder das Urteil passt nicht zum Text.</translation>
    </message>
    <message>
        <source>A tangle that it claims to be in is missing.</source>
        <translation>Ein Geflecht, in dem sie sein will, fehlt.</translation>
    </message>
    <message>
        <source>Its {column} doesn&apos;t match its text.</source>
        <translation>Die Spalte {column} passt nicht zu ihrem Text.</translation>
    </message>
    <message>
        <source>Its verdict ({status}, rule {rule}) isn&apos;t one that its text can have.</source>
        <translation>Ihr Text kann diesen Befund nicht haben: {status}, Regel {rule}.</translation>
    </message>
    <message>
        <source>The references that count aren&apos;t the first in its text.</source>
        <translation>Die Verweise, die zählen, sind nicht die ersten in ihrem Text.</translation>
    </message>
    <message>
        <source>Its links don&apos;t match its text.</source>
        <translation>Ihre Links passen nicht zu ihrem Text.</translation>
    </message>
    <message>
        <source>Its text isn&apos;t JSON.</source>
        <translation>Ihr Text ist kein JSON.</translation>
    </message>
    <message>
        <source>It is marked as having lost text, but its text is complete: its key is wrong.</source>
        <translation>Laut Vermerk hat sie Text verloren, aber ihr Text ist vollständig: Ihr Schlüssel ist falsch.</translation>
    </message>
    <message>
        <source>Its text doesn&apos;t hash to its key.</source>
        <translation>Ihr Schlüssel ist nicht der Hash ihres Textes.</translation>
    </message>
    <message>
        <source>It may be valid in a network with a key of its own (HMAC).</source>
        <translation>In einem Netz mit eigenem Schlüssel (HMAC) kann sie gültig sein.</translation>
    </message>
    <message>
        <source>Its text isn&apos;t canonical, so it isn&apos;t what its author signed.</source>
        <translation>Ihr Text ist nicht kanonisch, also nicht das, was ihr Autor signiert hat.</translation>
    </message>
    <message>
        <source>It is marked as {status}; by its feed it is {right}.</source>
        <translation>Sie ist als „{status}“ vermerkt; nach ihrem Feed ist sie „{right}“.</translation>
    </message>
    <message>
        <source>It has no messages here.</source>
        <translation>Von ihm sind hier keine Nachrichten.</translation>
    </message>
    <message>
        <source>It is recorded as proven up to message {stored}, with waiting messages: {stored_waiting}. It is proven up to message {sequence}, with waiting messages: {waiting}.</source>
        <translation>Vermerkt ist, dass er bis Nachricht {stored} bewiesen ist; wartende Nachrichten: {stored_waiting}. Bewiesen ist er bis Nachricht {sequence}; wartende Nachrichten: {waiting}.</translation>
    </message>
    <message>
        <source>It is marked as closing a cycle, but none of its causes leads back to it.</source>
        <translation>Laut Vermerk schließt sie einen Kreis, aber keine ihrer Ursachen führt zu ihr zurück.</translation>
    </message>
    <message>
        <source>PZP message {key}</source>
        <translation>PZP-Nachricht {key}</translation>
    </message>
    <message>
        <source>It isn&apos;t a valid message: {why}.</source>
        <translation>Sie ist keine gültige Nachricht: {why}.</translation>
    </message>
    <message>
        <source>PZP tangle {root}</source>
        <translation>PZP-Geflecht {root}</translation>
    </message>
    <message>
        <source>No message belongs to this tangle.</source>
        <translation>Zu diesem Geflecht gehört keine Nachricht.</translation>
    </message>
    <message>
        <source>It has facts that only graphs have.</source>
        <translation>Es hat Angaben, die nur Graphen haben.</translation>
    </message>
    <message>
        <source>PZP messages</source>
        <translation>PZP-Nachrichten</translation>
    </message>
    <message>
        <source>PZP tangles</source>
        <translation>PZP-Geflechte</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>What is stored here is invalid: {why}.</source>
        <translation>Was hier gespeichert ist, ist ungültig: {why}.</translation>
    </message>
    <message>
        <source>message number {number}</source>
        <translation>Nachricht Nummer {number}</translation>
    </message>
    <message>
        <source>feed {feed}</source>
        <translation>Feed {feed}</translation>
    </message>
    <message>
        <source>Its lengths of texts don&apos;t match the messages.</source>
        <translation>Seine Textlängen passen nicht zu den Nachrichten.</translation>
    </message>
    <message>
        <source>Its settings are wrong.</source>
        <translation>Seine Einstellungen sind falsch.</translation>
    </message>
    <message>
        <source>Its averages don&apos;t match the messages.</source>
        <translation>Seine Durchschnitte passen nicht zu den Nachrichten.</translation>
    </message>
    <message>
        <source>the search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>The search doesn&apos;t find it by words in its text.</source>
        <translation>Die Suche findet sie mit Wörtern aus ihrem Text nicht.</translation>
    </message>
    <message>
        <source>The search finds it by words that aren&apos;t in its text.</source>
        <translation>Die Suche findet sie mit Wörtern, die nicht in ihrem Text vorkommen.</translation>
    </message>
    <message>
        <source>words of the search</source>
        <translation>Wörter der Suche</translation>
    </message>
    <message>
        <source>A private text is stored for it, but it is public.</source>
        <translation>Zu ihr ist ein privater Text gespeichert, aber sie ist öffentlich.</translation>
    </message>
    <message>
        <source>Its stored private text isn&apos;t the content of a message.</source>
        <translation>Ihr gespeicherter privater Text ist nicht der Inhalt einer Nachricht.</translation>
    </message>
    <message>
        <source>Its stored private text doesn&apos;t match the message.</source>
        <translation>Ihr gespeicherter privater Text passt nicht zur Nachricht.</translation>
    </message>
    <message>
        <source>stored private texts</source>
        <translation>gespeicherte private Texte</translation>
    </message>
    <message>
        <source>The name that {author} gives it doesn&apos;t match the newest message.</source>
        <translation>Der Name, den {author} ihm gibt, passt nicht zur neuesten Nachricht.</translation>
    </message>
    <message>
        <source>The name that {author} gives it is missing.</source>
        <translation>Der Name, den {author} ihm gibt, fehlt.</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Messages reply in it, but no such thread is stored.</source>
        <translation>Nachrichten antworten darin, aber der Thread ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>It opens a thread, but no such thread is stored.</source>
        <translation>Sie eröffnet einen Thread, aber der Thread ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>Messages come after messages that don&apos;t exist.</source>
        <translation>Nachrichten kommen nach Nachrichten, die es nicht gibt.</translation>
    </message>
    <message>
        <source>Messages that don&apos;t exist are members.</source>
        <translation>Nachrichten, die es nicht gibt, gehören dazu.</translation>
    </message>
    <message>
        <source>Several conversations have its number.</source>
        <translation>Mehrere Gespräche haben seine Nummer.</translation>
    </message>
    <message>
        <source>Messages that aren&apos;t members come after others.</source>
        <translation>Nachrichten, die keine Mitglieder sind, kommen nach anderen.</translation>
    </message>
    <message>
        <source>Row {row} of {table} refers to a missing row.</source>
        <translation>Zeile {row} von {table} verweist auf eine fehlende Zeile.</translation>
    </message>
    <message>
        <source>{table} of conversation number {number}</source>
        <translation>{table} des Gesprächs Nummer {number}</translation>
    </message>
    <message>
        <source>The column {column} isn&apos;t in the form that Tanglescope writes.</source>
        <translation>Die Spalte {column} hat nicht die Form, in der Tanglescope sie schreibt.</translation>
    </message>
    <message>
        <source>row {number} of {table}</source>
        <translation>Zeile {number} von {table}</translation>
    </message>
    <message>
        <source>{number} can&apos;t be its {name}.</source>
        <translation>{number} ist kein möglicher Wert für {name}.</translation>
    </message>
    <message>
        <source>a row of {table}</source>
        <translation>eine Zeile von {table}</translation>
    </message>
    <message>
        <source>The database can&apos;t be read: {why}. Import the archives into a new one, or restore a backup with `tanglescope restore`.</source>
        <translation>Die Datenbank kann nicht gelesen werden: {why}. Importiere die Archive in eine neue oder stelle mit `tanglescope restore` eine Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Group keys are 32 bytes in base64, with spaces or lines between them.</source>
        <translation>Gruppenschlüssel sind 32 Byte in Base64, durch Leerzeichen oder Zeilen getrennt.</translation>
    </message>
    <message>
        <source>and {name}</source>
        <translation>und {name}</translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} others</source>
        <comment>and {n:,} other</comment>
        <translation>
            <numerusform>und {n:,} weitere Person</numerusform>
            <numerusform>und {n:,} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Message {n:,} of {feed} doesn&apos;t continue the log {log}; publishing could fork the feed. Import everything that the feed has published into a new collection, and publish from there.</source>
        <translation>Nachricht {n:,} von {feed} setzt das Log {log} nicht fort; Veröffentlichen könnte den Feed verzweigen. Importiere alles, was der Feed veröffentlicht hat, in eine neue Sammlung, und veröffentliche dort.</translation>
    </message>
    <message>
        <source>The log of your own feed, {log}, is damaged: a line isn&apos;t a message of {feed} that can be verified. Publishing could fork the feed. Restore a copy of the log.</source>
        <translation>Das Log des eigenen Feeds, {log}, ist beschädigt: Eine Zeile ist keine überprüfbare Nachricht von {feed}. Veröffentlichen könnte den Feed verzweigen. Stelle eine Kopie des Logs wieder her.</translation>
    </message>
    <message>
        <source>it has more than {most:,} words</source>
        <translation>mehr als {most:,} Wörter</translation>
    </message>
    <message>
        <source>Choose a conversation in the list.</source>
        <translation>Wähle ein Gespräch in der Liste.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: a log is beside it that Tanglescope didn&apos;t write here, so both have to be copied first, and that failed: {why}.</source>
        <translation>{path} kann nicht geöffnet werden: Daneben liegt ein Protokoll, das Tanglescope nicht hier geschrieben hat, daher müssen beide zuerst kopiert werden, und das ist misslungen: {why}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: a log is beside it that Tanglescope didn&apos;t write here, so both would have to be copied, which are {megabytes:,} MB. Back it up, which makes one file, and open the backup.</source>
        <translation>{path} kann nicht geöffnet werden: Daneben liegt ein Protokoll, das Tanglescope nicht hier geschrieben hat, daher müssten beide kopiert werden, und das sind {megabytes:,} MB. Sichere sie in eine einzelne Datei und öffne die Sicherung.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: another program is writing to it. Try again when it has finished.</source>
        <translation>{path} kann nicht geöffnet werden: Ein anderes Programm schreibt gerade hinein. Versuche es noch einmal, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: another program has it open, and that isn&apos;t a Tanglescope with your settings. Close it there first.</source>
        <translation>{path} kann nicht geschrieben werden: Ein anderes Programm hat sie geöffnet, und das ist kein Tanglescope mit deinen Einstellungen. Schließe sie zuerst dort.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: {companion} beside it, which would be its log, isn&apos;t a file. Remove it.</source>
        <translation>{path} kann nicht geöffnet werden: {companion} daneben, was ihr Protokoll wäre, ist keine Datei. Entferne es.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: {companion} beside it, which would be its log, has a second name. Close the database everywhere, and replace {companion} by a copy of itself.</source>
        <translation>{path} kann nicht geöffnet werden: {companion} daneben, was ihr Protokoll wäre, hat einen zweiten Namen. Schließe die Datenbank überall und ersetze {companion} durch eine Kopie davon.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be opened: {companion} beside it is of another program, and could let SQLite delete your files. Move {name} alone to another folder, and open it there.</source>
        <translation>{path} kann nicht geöffnet werden: {companion} daneben stammt von einem anderen Programm, und SQLite könnte seinetwegen deine Dateien löschen. Verschiebe nur {name} in einen anderen Ordner und öffne sie dort.</translation>
    </message>
    <message>
        <source>It doesn&apos;t say what each message comes after, so there is nothing to order. To read it anyway, write it as a graph file.</source>
        <translation>Darin steht nicht, worauf jede Nachricht folgt, daher gibt es nichts zu ordnen. Um es trotzdem zu lesen, schreibe es als Graphdatei.</translation>
    </message>
    <message>
        <source>Events for clients lack `prev_events`, so there is nothing to order. Get the room&apos;s federation events from a server, such as the table event_json of Synapse.</source>
        <translation>Ereignissen für Clients fehlen `prev_events`, daher gibt es nichts zu ordnen. Hole die Föderationsereignisse des Raums von einem Server, etwa aus der Tabelle event_json von Synapse.</translation>
    </message>
    <message>
        <source>an answer of a Matrix server to a client</source>
        <translation>eine Antwort eines Matrix-Servers an einen Client</translation>
    </message>
    <message>
        <source>an event of a Matrix client</source>
        <translation>ein Ereignis eines Matrix-Clients</translation>
    </message>
    <message>
        <source>a chat exported by Element</source>
        <translation>ein von Element exportierter Chat</translation>
    </message>
    <message>
        <source>a list of ids of Matrix events</source>
        <translation>eine Liste von IDs von Matrix-Ereignissen</translation>
    </message>
    <message>
        <source>It names events without containing them. Get the events themselves.</source>
        <translation>Sie nennt Ereignisse, enthält sie aber nicht. Hole die Ereignisse selbst.</translation>
    </message>
    <message>
        <source>a scenario of TARDIS</source>
        <translation>ein Szenario von TARDIS</translation>
    </message>
    <message>
        <source>Export its events from TARDIS, or save them as a list.</source>
        <translation>Exportiere seine Ereignisse aus TARDIS, oder speichere sie als Liste.</translation>
    </message>
    <message>
        <source>a chat exported from Discord</source>
        <translation>ein aus Discord exportierter Chat</translation>
    </message>
    <message>
        <source>chats exported from Telegram</source>
        <translation>aus Telegram exportierte Chats</translation>
    </message>
    <message>
        <source>a chat exported from Telegram</source>
        <translation>ein aus Telegram exportierter Chat</translation>
    </message>
    <message>
        <source>a chat exported from Slack</source>
        <translation>ein aus Slack exportierter Chat</translation>
    </message>
    <message>
        <source>a chat exported from Facebook</source>
        <translation>ein aus Facebook exportierter Chat</translation>
    </message>
    <message>
        <source>an exported chat</source>
        <translation>ein exportierter Chat</translation>
    </message>
    <message>
        <source>a list of addresses of an SSB program</source>
        <translation>eine Liste von Adressen eines SSB-Programms</translation>
    </message>
    <message>
        <source>It has no messages. Open the log in the same folder.</source>
        <translation>Sie enthält keine Nachrichten. Öffne das Log im selben Ordner.</translation>
    </message>
    <message>
        <source>JSON that is neither messages nor a graph (keys: {keys})</source>
        <translation>JSON, das weder Nachrichten noch ein Graph ist (Schlüssel: {keys})</translation>
    </message>
    <message>
        <source>To read it, write it as a graph file, or write an adapter.</source>
        <translation>Um es zu lesen, schreibe es als Graphdatei, oder schreibe einen Adapter.</translation>
    </message>
    <message>
        <source>in {conversation}</source>
        <translation>in {conversation}</translation>
    </message>
    <message>
        <source>What is rescued is collected in {path}, but that failed: {why}. Correct that, then give the same command again: it continues.</source>
        <translation>Was gerettet wird, wird in {path} gesammelt, aber das ist fehlgeschlagen: {why}. Behebe das und gib denselben Befehl noch einmal: Er macht weiter.</translation>
    </message>
    <message>
        <source>{path} ({format}) holds no feeds of Secure Scuttlebutt, so there is no log into which it could be rescued.</source>
        <translation>{path} ({format}) enthält keine Feeds von Secure Scuttlebutt; es gibt also kein Log, in das es gerettet werden könnte.</translation>
    </message>
    <message>
        <source>A rescue reads {most:,} archives at most. Rescue some of them, then the results together with the others.</source>
        <translation>Eine Rettung liest höchstens {most:,} Archive. Rette einige davon und danach die Ergebnisse zusammen mit den übrigen.</translation>
    </message>
    <message>
        <source>{target} is in the archive {archive}, which stays as it is. Choose a folder elsewhere.</source>
        <translation>{target} liegt im Archiv {archive}, das unverändert bleibt. Wähle einen Ordner an einer anderen Stelle.</translation>
    </message>
    <message>
        <source>The rescue into {target} was interrupted, and can only be continued with the same archives, unchanged and in the same order. Remove {target} to begin again.</source>
        <translation>Die Rettung nach {target} wurde unterbrochen und kann nur mit denselben Archiven fortgesetzt werden, unverändert und in derselben Reihenfolge. Entferne {target}, um neu zu beginnen.</translation>
    </message>
    <message>
        <source>{target} isn&apos;t empty. Choose a new folder for the result.</source>
        <translation>{target} ist nicht leer. Wähle einen neuen Ordner für das Ergebnis.</translation>
    </message>
    <message>
        <source>A log.offset can&apos;t be longer than 4 GiB, and these messages take more. Choose another format.</source>
        <translation>Ein log.offset kann nicht länger als 4 GiB sein, und diese Nachrichten brauchen mehr. Wähle ein anderes Format.</translation>
    </message>
    <message>
        <source>it has too many values, or too long a text</source>
        <translation>zu viele Werte oder ein zu langer Text</translation>
    </message>
    <message>
        <source>everything here</source>
        <translation>alles, was hier ist</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entries are confirmed.</source>
        <comment>{n:,} entry is confirmed.</comment>
        <translation>
            <numerusform>{n:,} Eintrag ist bestätigt.</numerusform>
            <numerusform>{n:,} Einträge sind bestätigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>{confirmed:,} of {entries:,} entries are confirmed.</source>
        <translation>{confirmed:,} von {entries:,} Einträgen sind bestätigt.</translation>
    </message>
    <message>
        <source>Nothing is missing: {what} is confirmed.</source>
        <translation>Es fehlt nichts; bestätigt: {what}.</translation>
    </message>
    <message>
        <source>the one before</source>
        <translation>dem davor</translation>
    </message>
    <message>
        <source>{number}. by {author}, after {after}</source>
        <translation>{number}. von {author}, nach {after}</translation>
    </message>
    <message numerus="yes">
        <source>Then {n:,} entries are confirmed.</source>
        <comment>Then {n:,} entry is confirmed.</comment>
        <translation>
            <numerusform>Dann ist {n:,} Eintrag bestätigt.</numerusform>
            <numerusform>Dann sind {n:,} Einträge bestätigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} next entries confirm {what}; it isn&apos;t known whether fewer would:</source>
        <comment>{n:,} next entry confirms {what}:</comment>
        <translation>
            <numerusform>{n:,} nächster Eintrag bestätigt {what}:</numerusform>
            <numerusform>{n:,} nächste Einträge bestätigen {what}; ob weniger genügen, ist nicht bekannt:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fewest next entries that confirm {what} are {n:,}:</source>
        <comment>{n:,} next entry confirms {what}:</comment>
        <translation>
            <numerusform>{n:,} nächster Eintrag bestätigt {what}:</numerusform>
            <numerusform>Mindestens {n:,} nächste Einträge bestätigen {what}:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} next entries confirm {what}, each after everything there is: by {writers}. It isn&apos;t known whether fewer would.</source>
        <comment>{n:,} next entry confirms {what}, after everything there is: by {writers}.</comment>
        <translation>
            <numerusform>{n:,} nächster Eintrag, nach allem, was da ist, bestätigt {what}: von {writers}.</numerusform>
            <numerusform>{n:,} nächste Einträge, jeder nach allem, was da ist, bestätigen {what}: von {writers}. Ob weniger genügen, ist nicht bekannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fewest next entries that confirm {what}, each after everything there is, are {n:,}: by {writers}.</source>
        <comment>{n:,} next entry confirms {what}, after everything there is: by {writers}.</comment>
        <translation>
            <numerusform>{n:,} nächster Eintrag, nach allem, was da ist, bestätigt {what}: von {writers}.</numerusform>
            <numerusform>Mindestens {n:,} nächste Einträge, jeder nach allem, was da ist, bestätigen {what}: von {writers}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} and {n:,} more wait</source>
        <comment>{name} and {n:,} more wait</comment>
        <translation>
            <numerusform>{name} und {n:,} weiterer warten</numerusform>
            <numerusform>{name} und {n:,} weitere warten</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} waits</source>
        <translation>{name} wartet</translation>
    </message>
    <message>
        <source>No next entries confirm {what}: {waits} for entries that haven&apos;t arrived.</source>
        <translation>Keine nächsten Einträge bestätigen {what}: {waits} auf Einträge, die nicht angekommen sind.</translation>
    </message>
    <message>
        <source>No next entries confirm {what}: there is no indexer.</source>
        <translation>Keine nächsten Einträge bestätigen {what}: Es gibt keinen Indexer.</translation>
    </message>
    <message>
        <source>It isn&apos;t known whether any next entries confirm {what}: a majority of the indexers is {majority:,}, only {available:,} can write, and unconfirmed entries change the indexers.</source>
        <translation>Ob nächste Einträge {what} bestätigen, ist nicht bekannt: Eine Mehrheit der Indexer ist {majority:,}, nur {available:,} können schreiben, und unbestätigte Einträge ändern die Indexer.</translation>
    </message>
    <message>
        <source>No next entries confirm {what}: a majority of the indexers is {majority:,}, and only {available:,} can write.</source>
        <translation>Keine nächsten Einträge bestätigen {what}: Eine Mehrheit der Indexer ist {majority:,}, und nur {available:,} können schreiben.</translation>
    </message>
    <message>
        <source>No other row changes.</source>
        <translation>Keine andere Zeile ändert sich.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows change:</source>
        <comment>{n:,} row changes:</comment>
        <translation>
            <numerusform>{n:,} Zeile ändert sich:</numerusform>
            <numerusform>{n:,} Zeilen ändern sich:</numerusform>
        </translation>
    </message>
    <message>
        <source>{name}: from row {before:,} to row {after:,}</source>
        <translation>{name}: von Zeile {before:,} in Zeile {after:,}</translation>
    </message>
    <message>
        <source>An added entry can&apos;t refer to {name}, which is left out here.</source>
        <translation>Ein hinzugefügter Eintrag kann sich nicht auf {name} beziehen, der hier weggelassen ist.</translation>
    </message>
    <message>
        <source>What is supposed</source>
        <translation>Was angenommen ist</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Suppose entries that don&apos;t exist, or that some are missing</source>
        <translation>Einträge annehmen, die es nicht gibt, oder dass welche fehlen</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Show what is there again</source>
        <translation>Wieder zeigen, was da ist</translation>
    </message>
    <message>
        <source>Another entry by</source>
        <translation>Ein weiterer Eintrag von</translation>
    </message>
    <message>
        <source>Without the entries of</source>
        <translation>Ohne die Einträge von</translation>
    </message>
    <message>
        <source>Without the selected message</source>
        <translation>Ohne die gewählte Nachricht</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} private messages were left out.</source>
        <comment>{n:,} private message was left out.</comment>
        <translation>
            <numerusform>{n:,} private Nachricht wurde ausgelassen.</numerusform>
            <numerusform>{n:,} private Nachrichten wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages without text, such as likes and follows, were left out.</source>
        <comment>{n:,} message without text, such as a like or a follow, was left out.</comment>
        <translation>
            <numerusform>{n:,} Nachricht ohne Text, wie ein „Gefällt mir“ oder ein „Folgt“, wurde ausgelassen.</numerusform>
            <numerusform>{n:,} Nachrichten ohne Text, wie „Gefällt mir“ und „Folgt“, wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>undated</source>
        <translation>ohne Datum</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privat</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>File that isn&apos;t here: {file}</source>
        <translation>Datei, die nicht hier ist: {file}</translation>
    </message>
    <message>
        <source>comes after {messages}</source>
        <translation>kommt nach {messages}</translation>
    </message>
    <message>
        <source>There is no display here, so no window can be opened.</source>
        <translation>Hier gibt es keinen Bildschirm, also kann kein Fenster geöffnet werden.</translation>
    </message>
    <message>
        <source>The rescue of archives stops. The same rescue continues from there.</source>
        <translation>Die Rettung von Archiven hält an. Dieselbe Rettung macht dort weiter.</translation>
    </message>
    <message>
        <source>Stopped. The same rescue continues from there.</source>
        <translation>Angehalten. Dieselbe Rettung macht dort weiter.</translation>
    </message>
    <message>
        <source>Check slices</source>
        <translation>Abschnitte prüfen</translation>
    </message>
    <message>
        <source>Link messages to threads</source>
        <translation>Nachrichten mit Threads verknüpfen</translation>
    </message>
    <message>
        <source>Find what comes after what</source>
        <translation>Finden, was worauf folgt</translation>
    </message>
    <message>
        <source>Put everything in time order</source>
        <translation>Alles nach der Zeit ordnen</translation>
    </message>
    <message>
        <source>Spark {version}, master {master}</source>
        <translation>Spark {version}, Master {master}</translation>
    </message>
    <message>
        <source>{step}: {seconds:,.1f} s, stages: {stages:,}, tasks: {tasks:,}</source>
        <translation>{step}: {seconds:,.1f} s, Stages: {stages:,}, Tasks: {tasks:,}</translation>
    </message>
    <message>
        <source>{path} is a compressed database of more than {megabytes:,} MB. Unpack it, and open what was in it.</source>
        <translation>{path} ist eine komprimierte Datenbank von mehr als {megabytes:,} MB. Entpacke sie und öffne, was darin war.</translation>
    </message>
    <message>
        <source>a post can&apos;t be in it</source>
        <translation>ein Beitrag kann nicht dazugehören</translation>
    </message>
    <message>
        <source>the name is reserved for the feed of an author</source>
        <translation>der Name ist für den Feed eines Autors reserviert</translation>
    </message>
    <message>
        <source>its name is longer than {most} characters</source>
        <translation>der Name ist länger als {most} Zeichen</translation>
    </message>
    <message>
        <source>a reply continues {most} tangles at most besides its thread</source>
        <translation>eine Antwort setzt außer ihrem Thread höchstens {most} Geflechte fort</translation>
    </message>
    <message>
        <source>{first} is in row {row:,}, below {last}. Swap the two.</source>
        <translation>{first} ist in Zeile {row:,}, unter {last}. Vertausche die beiden.</translation>
    </message>
    <message>
        <source>{count} ids in this conversation match {id}. Enter more of the id.</source>
        <translation>{count} IDs in diesem Gespräch passen zu {id}. Gib mehr von der ID ein.</translation>
    </message>
    <message>
        <source>No id in this conversation matches {id}. Use the id of one of its messages.</source>
        <translation>Keine ID in diesem Gespräch passt zu {id}. Verwende die ID einer ihrer Nachrichten.</translation>
    </message>
    <message>
        <source>The source doesn&apos;t record what two peers received. Split the messages by author, by time or by hand.</source>
        <translation>Die Quelle hält nicht fest, was zwei Peers empfangen haben. Teile die Nachrichten nach Autor, nach Zeit oder von Hand auf.</translation>
    </message>
    <message>
        <source>{name} fails at the message {key}: {why}.</source>
        <translation>{name} scheitert an der Nachricht {key}: {why}.</translation>
    </message>
    <message>
        <source>{name} is neither a command nor one of {known}. Enter one of them, or file.py:function.</source>
        <translation>{name} ist weder ein Befehl noch eines von {known}. Gib eines davon ein, oder datei.py:Funktion.</translation>
    </message>
    <message>
        <source>“{command}” belongs to the debugging face. F12 turns to it.</source>
        <translation>„{command}“ gehört zur Debug-Ansicht. F12 schaltet sie ein.</translation>
    </message>
    <message>
        <source>The app doesn&apos;t show it: {entry} removed its writer before.</source>
        <translation>Die App zeigt ihn nicht: {entry} hat seinen Verfasser vorher entfernt.</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>{strategy} of the field {name} is no strategy; these are: {all}.</source>
        <translation>{strategy} des Felds {name} ist keine Strategie; es gibt: {all}.</translation>
    </message>
    <message>
        <source>{word} doesn&apos;t have the form FIELD=STRATEGY.</source>
        <translation>{word} hat nicht die Form FELD=STRATEGIE.</translation>
    </message>
    <message>
        <source>A schema is a JSON object: {why}</source>
        <translation>Ein Schema ist ein JSON-Objekt: {why}</translation>
    </message>
    <message>
        <source>A schema is a JSON object, with a strategy for each field.</source>
        <translation>Ein Schema ist ein JSON-Objekt mit einer Strategie für jedes Feld.</translation>
    </message>
    <message>
        <source>Search people, conversations, messages</source>
        <translation>Personen, Gespräche, Nachrichten suchen</translation>
    </message>
    <message>
        <source>All results for “{words}”</source>
        <translation>Alle Ergebnisse zu „{words}“</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} results</source>
        <comment>{n:,} result</comment>
        <translation>
            <numerusform>{n:,} Ergebnis</numerusform>
            <numerusform>{n:,} Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Limit the search</source>
        <translation>Suche einschränken</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>Limit the search to a person or a month</source>
        <translation>Suche auf eine Person oder einen Monat einschränken</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>No installed font has emoji, so they are shown as boxes. On Debian and Ubuntu, install fonts-noto-color-emoji.</source>
        <translation>Keine installierte Schriftart enthält Emojis, deshalb stehen Kästchen an ihrer Stelle. Installieren Sie auf Debian und Ubuntu fonts-noto-color-emoji.</translation>
    </message>
    <message>
        <source>No installed font has Chinese characters, so they are shown as boxes. On Debian and Ubuntu, install fonts-noto-cjk.</source>
        <translation>Keine installierte Schriftart enthält chinesische Schriftzeichen, deshalb stehen Kästchen an ihrer Stelle. Installieren Sie auf Debian und Ubuntu fonts-noto-cjk.</translation>
    </message>
    <message>
        <source>It creates the room, but has `prev_events`.</source>
        <translation>Es erstellt den Raum, hat aber `prev_events`.</translation>
    </message>
    <message>
        <source>The room isn&apos;t named after the server of its sender.</source>
        <translation>Der Raum ist nicht nach dem Server seines Absenders benannt.</translation>
    </message>
    <message>
        <source>It has a `room_id`, which follows from its own id.</source>
        <translation>Es hat eine `room_id`, obwohl sie aus seiner eigenen ID folgt.</translation>
    </message>
    <message>
        <source>Its room version isn&apos;t known.</source>
        <translation>Seine Raumversion ist nicht bekannt.</translation>
    </message>
    <message>
        <source>It names no `creator`.</source>
        <translation>Es nennt keinen `creator`.</translation>
    </message>
    <message>
        <source>`additional_creators` isn&apos;t a list of ids of users.</source>
        <translation>`additional_creators` ist keine Liste von IDs von Benutzern.</translation>
    </message>
    <message>
        <source>Its auth event {id} is of another room.</source>
        <translation>Sein Auth-Ereignis {id} gehört zu einem anderen Raum.</translation>
    </message>
    <message>
        <source>Its auth event {id} isn&apos;t of a kind that authorizes it.</source>
        <translation>Sein Auth-Ereignis {id} ist keines, das es autorisieren kann.</translation>
    </message>
    <message>
        <source>Its auth events {id} and {other} are for one entry of the state.</source>
        <translation>Seine Auth-Ereignisse {id} und {other} gelten demselben Eintrag des Zustands.</translation>
    </message>
    <message>
        <source>Its auth event {id} is rejected.</source>
        <translation>Sein Auth-Ereignis {id} ist abgelehnt.</translation>
    </message>
    <message>
        <source>The event that creates the room isn&apos;t among its auth events.</source>
        <translation>Das Ereignis, das den Raum erstellt, ist nicht unter seinen Auth-Ereignissen.</translation>
    </message>
    <message>
        <source>The state has no event that creates the room.</source>
        <translation>Im Zustand fehlt das Ereignis, das den Raum erstellt.</translation>
    </message>
    <message>
        <source>{user} isn&apos;t in the room.</source>
        <translation>{user} ist nicht im Raum.</translation>
    </message>
    <message>
        <source>Its state key names another user.</source>
        <translation>Sein Zustandsschlüssel nennt einen anderen Benutzer.</translation>
    </message>
    <message>
        <source>Only users of {server} may join.</source>
        <translation>Nur Benutzer von {server} dürfen beitreten.</translation>
    </message>
    <message>
        <source>It needs level {needed}; its sender has {own}.</source>
        <translation>Nötig ist Stufe {needed}; sein Absender hat {own}.</translation>
    </message>
    <message>
        <source>It has no state key.</source>
        <translation>Es hat keinen Zustandsschlüssel.</translation>
    </message>
    <message>
        <source>Its state key isn&apos;t the server of its sender.</source>
        <translation>Sein Zustandsschlüssel ist nicht der Server seines Absenders.</translation>
    </message>
    <message>
        <source>Its sender has level {own}, and the event is of another server.</source>
        <translation>Sein Absender hat Stufe {own}, und das Ereignis ist von einem anderen Server.</translation>
    </message>
    <message>
        <source>It has no state key or no membership.</source>
        <translation>Ihm fehlt der Zustandsschlüssel oder die Mitgliedschaft.</translation>
    </message>
    <message>
        <source>Its membership isn&apos;t a known one.</source>
        <translation>Seine Mitgliedschaft ist keine bekannte.</translation>
    </message>
    <message>
        <source>Its sender isn&apos;t the one who joins.</source>
        <translation>Sein Absender ist nicht, wer beitritt.</translation>
    </message>
    <message>
        <source>{user} is banned.</source>
        <translation>{user} ist ausgesperrt.</translation>
    </message>
    <message>
        <source>{user} isn&apos;t invited; the join rule is {rule}.</source>
        <translation>{user} ist nicht eingeladen; die Beitrittsregel ist {rule}.</translation>
    </message>
    <message>
        <source>No member who may invite authorizes the join.</source>
        <translation>Kein Mitglied, das einladen darf, autorisiert den Beitritt.</translation>
    </message>
    <message>
        <source>{user} is in the room already, or banned.</source>
        <translation>{user} ist schon im Raum oder ausgesperrt.</translation>
    </message>
    <message>
        <source>The invitation isn&apos;t signed.</source>
        <translation>Die Einladung ist nicht signiert.</translation>
    </message>
    <message>
        <source>What is signed has no user or token.</source>
        <translation>Im Signierten fehlt der Benutzer oder das Token.</translation>
    </message>
    <message>
        <source>The invitation is for another user.</source>
        <translation>Die Einladung gilt einem anderen Benutzer.</translation>
    </message>
    <message>
        <source>The state has no invitation of that token.</source>
        <translation>Im Zustand ist keine Einladung mit diesem Token.</translation>
    </message>
    <message>
        <source>Its sender isn&apos;t the one who invited.</source>
        <translation>Sein Absender ist nicht, wer eingeladen hat.</translation>
    </message>
    <message>
        <source>The invitation isn&apos;t signed with a key of {id}.</source>
        <translation>Die Einladung ist mit keinem Schlüssel von {id} signiert.</translation>
    </message>
    <message>
        <source>The join rule is {rule}.</source>
        <translation>Die Beitrittsregel ist {rule}.</translation>
    </message>
    <message>
        <source>Its sender isn&apos;t the one who asks.</source>
        <translation>Sein Absender ist nicht, wer anfragt.</translation>
    </message>
    <message>
        <source>{user} is banned, invited or in the room already.</source>
        <translation>{user} ist ausgesperrt, eingeladen oder schon im Raum.</translation>
    </message>
    <message>
        <source>Its sender has level {own}, and {user} has {other}.</source>
        <translation>Sein Absender hat Stufe {own}, und {user} hat {other}.</translation>
    </message>
    <message>
        <source>No event is allowed, and it has the least depth.</source>
        <translation>Kein Ereignis ist erlaubt, und dieses hat die geringste Tiefe.</translation>
    </message>
    <message>
        <source>It is the only one that is allowed.</source>
        <translation>Nur dieses ist erlaubt.</translation>
    </message>
    <message>
        <source>It is allowed, and decisive by depth and id.</source>
        <translation>Es ist erlaubt und nach Tiefe und ID maßgebend.</translation>
    </message>
    <message>
        <source>It is allowed, and applied last.</source>
        <translation>Es ist erlaubt und wird zuletzt angewandt.</translation>
    </message>
    <message>
        <source>It isn&apos;t tried, because an event before it isn&apos;t allowed.</source>
        <translation>Es wird nicht geprüft, weil ein Ereignis vor ihm nicht erlaubt ist.</translation>
    </message>
    <message>
        <source>The greater depth wins: {other}, not {own}.</source>
        <translation>Die größere Tiefe gewinnt: {other}, nicht {own}.</translation>
    </message>
    <message>
        <source>The depths are equal; the lesser SHA-1 of the id wins.</source>
        <translation>Die Tiefen sind gleich; es gewinnt der kleinere SHA-1-Wert der ID.</translation>
    </message>
    <message>
        <source>Power events are applied before all others.</source>
        <translation>Machtereignisse werden vor allen anderen angewandt.</translation>
    </message>
    <message>
        <source>It is applied earlier, because its sender has more power: {own}, not {other}.</source>
        <translation>Es wird früher angewandt, weil sein Absender eine höhere Stufe hat: {own}, nicht {other}.</translation>
    </message>
    <message>
        <source>It is applied earlier, because the power levels that authorize it are older: number {own} of the mainline, not {other}.</source>
        <translation>Es wird früher angewandt, weil die Machtstufen, die es autorisieren, älter sind: Nummer {own} der Hauptlinie, nicht {other}.</translation>
    </message>
    <message>
        <source>It is applied earlier, because of its time: {own}, not {other}.</source>
        <translation>Es wird wegen seiner Zeit früher angewandt: {own}, nicht {other}.</translation>
    </message>
    <message>
        <source>It is applied earlier: the times are equal, and its id is less.</source>
        <translation>Es wird früher angewandt: Die Zeiten sind gleich, und seine ID ist kleiner.</translation>
    </message>
    <message>
        <source>It is applied earlier, because the other waits for its auth chain.</source>
        <translation>Es wird früher angewandt, weil das andere auf seine Auth-Kette wartet.</translation>
    </message>
    <message>
        <source>The power levels {event} have {value} at {place}, which can&apos;t be read.</source>
        <translation>Die Machtstufen {event} haben bei {place} den Wert {value}, der sich nicht lesen lässt.</translation>
    </message>
    <message>
        <source>`{field}` isn&apos;t an object.</source>
        <translation>`{field}` ist kein Objekt.</translation>
    </message>
    <message>
        <source>The level of {name} can&apos;t be read.</source>
        <translation>Die Stufe von {name} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>`{field}` isn&apos;t an integer.</source>
        <translation>`{field}` ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>`{field}` isn&apos;t an object of levels.</source>
        <translation>`{field}` ist kein Objekt mit Stufen.</translation>
    </message>
    <message>
        <source>`users` isn&apos;t an object of users&apos; levels.</source>
        <translation>`users` ist kein Objekt mit den Stufen von Benutzern.</translation>
    </message>
    <message>
        <source>`users` has a creator of the room.</source>
        <translation>`users` enthält einen Ersteller des Raums.</translation>
    </message>
    <message>
        <source>It changes the level of {user}, who has as much as its sender.</source>
        <translation>Es ändert die Stufe von {user}, die so hoch ist wie die seines Absenders.</translation>
    </message>
    <message>
        <source>It changes the level of {name} from or to {level}; its sender has {own}.</source>
        <translation>Es ändert die Stufe von {name} von oder auf {level}; sein Absender hat {own}.</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>It isn&apos;t an event.</source>
        <translation>Es ist kein Ereignis.</translation>
    </message>
    <message>
        <source>`{field}` isn&apos;t a string.</source>
        <translation>`{field}` ist keine Zeichenkette.</translation>
    </message>
    <message>
        <source>`{field}` is longer than 255 bytes.</source>
        <translation>`{field}` ist länger als 255 Byte.</translation>
    </message>
    <message>
        <source>`sender` isn&apos;t the id of a user.</source>
        <translation>`sender` ist keine ID eines Benutzers.</translation>
    </message>
    <message>
        <source>`content` isn&apos;t an object.</source>
        <translation>`content` ist kein Objekt.</translation>
    </message>
    <message>
        <source>`{field}` isn&apos;t a list.</source>
        <translation>`{field}` ist keine Liste.</translation>
    </message>
    <message>
        <source>`{field}` has more than {most} entries.</source>
        <translation>`{field}` hat mehr als {most} Einträge.</translation>
    </message>
    <message>
        <source>`{field}` has entries that aren&apos;t ids.</source>
        <translation>`{field}` hat Einträge, die keine IDs sind.</translation>
    </message>
    <message>
        <source>The rules of the room allow it, if this is true: {what}.</source>
        <translation>Die Regeln des Raums erlauben es, wenn dies zutrifft: {what}.</translation>
    </message>
    <message>
        <source>The rules of the room allow it.</source>
        <translation>Die Regeln des Raums erlauben es.</translation>
    </message>
    <message>
        <source>Rejected by rule {rule} of the room: {why}</source>
        <translation>Abgelehnt nach Regel {rule} des Raums: {why}</translation>
    </message>
    <message>
        <source>Rejected: {why}</source>
        <translation>Abgelehnt: {why}</translation>
    </message>
    <message>
        <source>Whether the room allows it can&apos;t be known: {why}</source>
        <translation>Ob der Raum es erlaubt, lässt sich nicht wissen: {why}</translation>
    </message>
    <message>
        <source>The version of the room isn&apos;t known here.</source>
        <translation>Die Version des Raums ist hier nicht bekannt.</translation>
    </message>
    <message>
        <source>It is of another room, {room}.</source>
        <translation>Es gehört zu einem anderen Raum, {room}.</translation>
    </message>
    <message>
        <source>It isn&apos;t an event of this room.</source>
        <translation>Es ist kein Ereignis dieses Raums.</translation>
    </message>
    <message>
        <source>The event that creates the room isn&apos;t here.</source>
        <translation>Das Ereignis, das den Raum erstellt, ist nicht hier.</translation>
    </message>
    <message>
        <source>It comes after {id}, of which this isn&apos;t known.</source>
        <translation>Es folgt auf {id}, von dem das nicht bekannt ist.</translation>
    </message>
    <message>
        <source>It names {id}, which isn&apos;t here.</source>
        <translation>Es nennt {id}, das nicht hier ist.</translation>
    </message>
    <message>
        <source>{server} has signed it</source>
        <translation>{server} hat es signiert</translation>
    </message>
    <message>
        <source>nothing that matters here was in its content before it was redacted</source>
        <translation>vor dem Schwärzen stand nichts in seinem Inhalt, das hier zählt</translation>
    </message>
    <message>
        <source>What is hidden is as before.</source>
        <translation>Verborgen ist wieder, was es vorher war.</translation>
    </message>
    <message>
        <source>Nothing can be undone.</source>
        <translation>Nichts lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Drop files here</source>
        <translation>Dateien hier ablegen</translation>
    </message>
    <message>
        <source>Add to {name}</source>
        <translation>Zu {name} hinzufügen</translation>
    </message>
    <message>
        <source>Everyone who has the file can read the private messages in it.</source>
        <translation>Jeder, der die Datei hat, kann die privaten Nachrichten darin lesen.</translation>
    </message>
    <message>
        <source>There is nothing to draw here.</source>
        <translation>Hier gibt es nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>{file} can&apos;t be written.</source>
        <translation>{file} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>It shows the first {n:,} of {all:,} rows.</source>
        <translation>Es zeigt die ersten {n:,} von {all:,} Zeilen.</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>An den Drucker gesendet.</translation>
    </message>
    <message>
        <source>Export as PDF</source>
        <translation>Als PDF exportieren</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Picture of the timeline</source>
        <translation>Bild der Zeitleiste</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Not all pages were drawn: the conversation has changed. Try again.</source>
        <translation>Nicht alle Seiten wurden gezeichnet: Das Gespräch hat sich geändert. Versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Drawing: {percent:.0f}%</source>
        <translation>Wird gezeichnet: {percent:.0f} %</translation>
    </message>
    <message>
        <source>Pages are being drawn already.</source>
        <translation>Es werden schon Seiten gezeichnet.</translation>
    </message>
    <message>
        <source>{author} excluded {people}, and no epoch that follows this is known. If there is one, then without its key its members, what was said in it, and whether it is preferred can&apos;t be known.</source>
        <translation>{author} hat {people} ausgeschlossen, und keine Epoche ist bekannt, die darauf folgt. Gibt es eine, dann lässt sich ohne ihren Schlüssel nicht wissen, wer ihre Mitglieder sind, was in ihr gesagt wurde und ob sie bevorzugt wird.</translation>
    </message>
    <message>
        <source>Rejected by rule {rule}: {event}.</source>
        <translation>Abgelehnt nach Regel {rule}: {event}.</translation>
    </message>
    <message>
        <source>Rejected: {event}.</source>
        <translation>Abgelehnt: {event}.</translation>
    </message>
    <message>
        <source>The state has {event}.</source>
        <translation>Der Zustand hat {event}.</translation>
    </message>
    <message>
        <source>The state has no event for it.</source>
        <translation>Der Zustand hat kein Ereignis dafür.</translation>
    </message>
    <message>
        <source>Contested:</source>
        <translation>Umstritten:</translation>
    </message>
    <message>
        <source>Rule {rule}.</source>
        <translation>Regel {rule}.</translation>
    </message>
    <message>
        <source>The reducer that fits: {name}</source>
        <translation>Der passende Reducer: {name}</translation>
    </message>
    <message>
        <source>Compared with {other}</source>
        <translation>Verglichen mit {other}</translation>
    </message>
    <message>
        <source>No message is here, so there is no state.</source>
        <translation>Hier ist keine Nachricht, also gibt es keinen Zustand.</translation>
    </message>
    <message>
        <source>{name} is missing, so the state after it isn&apos;t known.</source>
        <translation>{name} fehlt, daher ist der Zustand danach nicht bekannt.</translation>
    </message>
    <message>
        <source>It changes nothing.</source>
        <translation>Sie ändert nichts.</translation>
    </message>
    <message>
        <source>{name} is in row {row:,} of {count:,}.</source>
        <translation>{name} steht in Zeile {row:,} von {count:,}.</translation>
    </message>
    <message>
        <source>What this row changes</source>
        <translation>Was diese Zeile ändert</translation>
    </message>
    <message>
        <source>Row {row:,}: {name}</source>
        <translation>Zeile {row:,}: {name}</translation>
    </message>
    <message>
        <source>Decisions about {type} {key} up to here</source>
        <translation>Entscheidungen über {type} {key} bis hier</translation>
    </message>
    <message>
        <source>No event sets this entry.</source>
        <translation>Kein Ereignis setzt diesen Eintrag.</translation>
    </message>
    <message>
        <source>The state after this row</source>
        <translation>Der Zustand nach dieser Zeile</translation>
    </message>
    <message>
        <source>No reducer of this program fits these messages. Enter file.py:function, which takes the state and a message, a command, which reads a message on each line and prints the state after it, or strategies of a record such as title=text,guests=set.</source>
        <translation>Kein Reducer dieses Programms passt zu diesen Nachrichten. Gib file.py:function ein, das den Zustand und eine Nachricht nimmt, einen Befehl, der auf jeder Zeile eine Nachricht liest und den Zustand danach ausgibt, oder Strategien eines Datensatzes wie title=text,guests=set.</translation>
    </message>
    <message>
        <source>The strategies that its values look like: {schema}. Enter others to change them.</source>
        <translation>Die Strategien, nach denen die Werte aussehen: {schema}. Gib andere ein, um sie zu ändern.</translation>
    </message>
    <message>
        <source>In conflict</source>
        <translation>Im Konflikt</translation>
    </message>
    <message>
        <source>{field} has several values; none replaces another:</source>
        <translation>{field} hat mehrere Werte; keiner ersetzt einen anderen:</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t count: it joins different values of {field} without deciding.</source>
        <translation>{name} zählt nicht: Sie führt verschiedene Werte von {field} zusammen, ohne zu entscheiden.</translation>
    </message>
    <message>
        <source>These are the first {count:,} lines of the state.</source>
        <translation>Das sind die ersten {count:,} Zeilen des Zustands.</translation>
    </message>
    <message>
        <source>The messages of this conversation are encrypted in other archives.</source>
        <translation>Die Nachrichten dieses Gesprächs sind in anderen Archiven verschlüsselt.</translation>
    </message>
    <message>
        <source>The states are the same after every row.</source>
        <translation>Die Zustände sind nach jeder Zeile gleich.</translation>
    </message>
    <message>
        <source>The states differ first after row {row:,}.</source>
        <translation>Die Zustände unterscheiden sich zuerst nach Zeile {row:,}.</translation>
    </message>
    <message>
        <source>no more rows</source>
        <translation>keine weiteren Zeilen</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>There</source>
        <translation>Dort</translation>
    </message>
    <message>
        <source>What is different there:</source>
        <translation>Was dort anders ist:</translation>
    </message>
    <message>
        <source>At the end, the states are the same.</source>
        <translation>Am Ende sind die Zustände gleich.</translation>
    </message>
    <message>
        <source>At the end, the states are different.</source>
        <translation>Am Ende sind die Zustände verschieden.</translation>
    </message>
    <message>
        <source>Reducer</source>
        <translation>Reducer</translation>
    </message>
    <message>
        <source>what fits</source>
        <translation>was passt</translation>
    </message>
    <message>
        <source>A reducer, FIELD=STRATEGY,…, file.py:function, or a command of your own</source>
        <translation>Ein Reducer, FELD=STRATEGIE,…, file.py:function oder ein eigener Befehl</translation>
    </message>
    <message>
        <source>Schema…</source>
        <translation>Schema …</translation>
    </message>
    <message>
        <source>Read the strategies of a record from a file</source>
        <translation>Die Strategien eines Datensatzes aus einer Datei lesen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Another order, or the archive of another peer</source>
        <translation>Eine andere Reihenfolge oder das Archiv eines anderen Peers</translation>
    </message>
    <message>
        <source>Peer…</source>
        <translation>Peer …</translation>
    </message>
    <message>
        <source>Compare with the archive of another peer</source>
        <translation>Mit dem Archiv eines anderen Peers vergleichen</translation>
    </message>
    <message>
        <source>What the conversation adds up to</source>
        <translation>Was das Gespräch ergibt</translation>
    </message>
    <message>
        <source>Open a conversation to see what it adds up to.</source>
        <translation>Öffne ein Gespräch, um zu sehen, was es ergibt.</translation>
    </message>
    <message>
        <source>in this conversation</source>
        <translation>in diesem Gespräch</translation>
    </message>
    <message>
        <source>What can be completed</source>
        <translation>Was sich vervollständigen lässt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} suggestions</source>
        <comment>{n:,} suggestion</comment>
        <translation>
            <numerusform>{n:,} Vorschlag</numerusform>
            <numerusform>{n:,} Vorschläge</numerusform>
        </translation>
    </message>
    <message>
        <source>References can be cut to {n} at least: the predecessor and another.</source>
        <translation>Verweise können auf mindestens {n} gekürzt werden: den Vorgänger und einen anderen.</translation>
    </message>
    <message>
        <source>{step} of {steps}</source>
        <translation>{step} von {steps}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation>Rundgang verlassen</translation>
    </message>
    <message>
        <source>Tour, {number}: {title}. {text}</source>
        <translation>Rundgang, {number}: {title}. {text}</translation>
    </message>
    <message>
        <source>The part that the tour explains</source>
        <translation>Der Teil, den der Rundgang erklärt</translation>
    </message>
    <message>
        <source>More in the manual</source>
        <translation>Mehr im Handbuch</translation>
    </message>
    <message>
        <source>This file isn&apos;t here</source>
        <translation>Diese Datei ist nicht da</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>A click adds the folder that has this file</source>
        <translation>Ein Klick fügt den Ordner hinzu, der diese Datei hat</translation>
    </message>
    <message>
        <source>Not here · Add folder…</source>
        <translation>Nicht da · Ordner …</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>Nicht da</translation>
    </message>
</context>
</TS>

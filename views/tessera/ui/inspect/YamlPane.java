package tessera.ui.inspect;

import java.util.Collection;
import java.util.Collections;
import java.util.regex.Pattern;
import javafx.scene.Node;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.fxmisc.richtext.util.UndoUtils;
import org.jspecify.annotations.Nullable;

/** YAML to read, and to edit where that is wanted: numbered lines, keys told from values. FX thread. */
public final class YamlPane {

    private static final Pattern TOKEN = Pattern.compile("(?<comment>(?:^|\\s)#.*$)"
            + "|(?<key>^[ \\t]*(?:- )*[^\\s#:'\"\\[{][^\\n:]*(?=:(?:\\s|$)))|(?<value>(?<=: ).+$)", Pattern.MULTILINE);
    private static final int LONGEST = 400_000;

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> node = new VirtualizedScrollPane<>(area);

    /** @param id of the text */
    public YamlPane(String id) {
        area.setId(id);
        edit(false);
        area.getStyleClass().add("yaml");
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
    }

    public Node node() {
        return node;
    }

    /** Whether the text can be written in from now on. */
    void edit(boolean wanted) {
        area.setEditable(wanted);
        // While nothing is edited, a history would keep every object that was ever looked at.
        area.setUndoManager(wanted ? UndoUtils.defaultUndoManager(area) : UndoUtils.noOpUndoManager());
        area.getStyleClass().remove("edited");
        if (wanted) {
            area.getStyleClass().add("edited");
            area.requestFocus();
        }
    }

    /** Lets the text be written in, and calls somebody whenever it is another. */
    public void edited(Runnable changed) {
        area.setEditable(true);
        area.setUndoManager(UndoUtils.defaultUndoManager(area));
        area.textProperty().addListener((property, before, text) -> changed.run());
    }

    /** Whether it can be written in for now, if it ever can. */
    public void allow(boolean writing) {
        area.setEditable(writing);
    }

    /** Takes another text where it differs, so that who writes in it stays where they are; colours it. */
    public void put(String yaml) {
        var now = area.getText();
        int least = Math.min(now.length(), yaml.length());
        int head = 0;
        while (head < least && now.charAt(head) == yaml.charAt(head)) {
            head++;
        }
        int tail = 0;
        while (tail < least - head
                && now.charAt(now.length() - 1 - tail) == yaml.charAt(yaml.length() - 1 - tail)) {
            tail++;
        }
        if (head < now.length() || head < yaml.length()) {
            area.replaceText(head, now.length() - tail, yaml.substring(head, yaml.length() - tail));
        }
        colour(yaml);
    }

    private void colour(String yaml) {
        if (!yaml.isEmpty() && yaml.length() < LONGEST) {
            area.setStyleSpans(0, spans(yaml));
        }
    }

    boolean edited() {
        return area.isEditable();
    }

    public String text() {
        return area.getText();
    }

    /** Shows a text from its beginning. */
    public void show(String yaml) {
        edit(false);
        area.replaceText(yaml);
        colour(yaml);
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /** Takes another text that is about something else, and shows it from its beginning. */
    public void begin(String yaml) {
        put(yaml);
        area.moveTo(0);
        area.showParagraphAtTop(0);
    }

    private static StyleSpans<Collection<String>> spans(String yaml) {
        var tokens = TOKEN.matcher(yaml);
        var spans = new StyleSpansBuilder<Collection<String>>();
        int end = 0;
        while (tokens.find()) {
            spans.add(Collections.emptyList(), tokens.start() - end);
            spans.add(Collections.singleton(style(tokens.group("comment"), tokens.group("key"))),
                    tokens.end() - tokens.start());
            end = tokens.end();
        }
        spans.add(Collections.emptyList(), yaml.length() - end);
        return spans.create();
    }

    private static String style(@Nullable String comment,
            @Nullable String key) {
        if (comment != null) {
            return "yaml-comment";
        }
        return key != null ? "yaml-key" : "yaml-value";
    }
}

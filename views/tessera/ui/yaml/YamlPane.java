package tessera.ui.yaml;

import java.util.Collection;
import java.util.Collections;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;
import org.fxmisc.richtext.model.PlainTextChange;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.fxmisc.richtext.model.TwoDimensional;
import org.fxmisc.richtext.util.UndoUtils;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.Texts;

/**
 * YAML to read, and to edit where that is wanted: numbered lines, keys told from values, blocks that can be folded while nothing is edited. FX
 * thread.
 */
public final class YamlPane {

    /** Keys of managed fields hold colons and quotes. */
    private static final String QUOTED = "'[^'\\n]*+'|\"[^\"\\n]*+\"";
    private static final Pattern TOKEN = Pattern.compile("(?<comment>(?:^|\\s)#.*$)"
            + "|(?<key>^[ \\t]*(?:- )*(?:" + QUOTED
            + "|[^\\s#:'\"\\[{][^\\n:]*+(?::(?!\\s|$)[^\\n:]*+){0,20}+)(?=:(?:\\s|$)))"
            + "|(?<value>(?<=: ).+$)", Pattern.MULTILINE);
    private static final int LONGEST = 400_000;
    private static final KeyCombination COPY = new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> node = new VirtualizedScrollPane<>(area);
    private final ReadOnlyBooleanWrapper folded = new ReadOnlyBooleanWrapper();
    private @Nullable Folding folding;

    /** @param id of the text */
    public YamlPane(String id) {
        area.setId(id);
        edit(false);
        area.getStyleClass().add("yaml");
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::copyWhole);
        Typing.in(area);
        area.plainTextChanges().subscribe(this::colourWritten);
    }

    public Node node() {
        return node;
    }

    /** Puts the focus where the text is written in. */
    public void focus() {
        area.requestFocus();
    }

    /** Whether the text can be written in from now on. */
    public void edit(boolean wanted) {
        if (wanted && folding != null) {
            fold(false);
            folding = null;
            area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        }
        allow(wanted);
        // While nothing is edited, a history would keep every object that was ever looked at.
        area.setUndoManager(wanted ? UndoUtils.plainTextUndoManager(area) : UndoUtils.noOpUndoManager());
        if (wanted) {
            area.requestFocus();
        }
    }

    /** Lets the text be written in, and calls somebody whenever it is another. */
    public void edited(Runnable changed) {
        allow(true);
        area.setUndoManager(UndoUtils.plainTextUndoManager(area));
        area.textProperty().addListener((property, before, text) -> changed.run());
    }

    /** Whether it can be written in for now, if it ever can. */
    public void allow(boolean writing) {
        area.setEditable(writing);
        // Only where it can be written in is the caret seen.
        area.getStyleClass().remove("edited");
        if (writing) {
            area.getStyleClass().add("edited");
        }
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

    /** Colours the lines that somebody wrote in: what one is, it is by itself. */
    private void colourWritten(PlainTextChange written) {
        if (area.isEditable() && written.getInserted().length() < LONGEST) {
            int last = area.offsetToPosition(written.getInsertionEnd(), TwoDimensional.Bias.Backward).getMajor();
            colourLines(area.offsetToPosition(written.getPosition(), TwoDimensional.Bias.Forward).getMajor(), last);
        }
    }

    private void colourLines(int first, int last) {
        for (int line = first; line <= last; line++) {
            area.setStyleSpans(line, 0, spans(area.getParagraph(line).getText()));
        }
    }

    public boolean edited() {
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
        folding = new Folding(yaml);
        look();
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /** Shows what the same object is by now; who reads stays where they are, and what is folded and still there stays so. */
    public void renew(String yaml) {
        var now = new Folding(yaml);
        if (folding != null) {
            now.foldAs(folding);
        }
        folding = now;
        Renewal.put(area, now.text(), this::colourLines);
        look();
    }

    /** Whether something is hidden. */
    public ReadOnlyBooleanProperty foldedProperty() {
        return folded.getReadOnlyProperty();
    }

    /** Hides all but the leftmost lines of what is read, or shows everything. */
    public void fold(boolean wanted) {
        folds(folds -> folds.all(wanted));
    }

    private void folds(Consumer<Folding> change) {
        if (folding != null) {
            change.accept(folding);
            put(folding.text());
            look();
        }
    }

    private void look() {
        if (folding != null) {
            folded.set(folding.hides());
            var gutter = new Gutter(folding, line -> folds(folds -> folds.turn(line)));
            area.setParagraphGraphicFactory(gutter::mark);
        }
    }

    /** What is hidden belongs to what is copied. */
    private void copyWhole(KeyEvent pressed) {
        if (folding != null && folding.hides() && COPY.match(pressed)) {
            var range = area.getSelection();
            Texts.copy(folding.between(place(range.getStart()), place(range.getEnd())));
            pressed.consume();
        }
    }

    private Folding.Place place(int offset) {
        var at = area.offsetToPosition(offset, TwoDimensional.Bias.Forward);
        return new Folding.Place(at.getMajor(), at.getMinor());
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

package tessera.ui.yaml;

import java.util.Collection;
import java.util.List;
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
import org.fxmisc.richtext.model.ReadOnlyStyledDocument;
import org.fxmisc.richtext.model.SegmentOps;
import org.fxmisc.richtext.model.TwoDimensional;
import org.fxmisc.richtext.util.UndoUtils;
import org.jspecify.annotations.Nullable;
import tessera.lint.source.ValueTrees;
import tessera.model.Failure;
import tessera.ui.kit.SelectableText;

/**
 * YAML to read, and to edit where that is wanted: numbered lines, keys told from values, blocks that can be folded while nothing is edited. FX
 * thread.
 */
public final class YamlPane {

    /** How what keeps a text from being one object says where it is. */
    private static final Pattern LINE = Pattern.compile("^line (\\d{1,6}):");
    private static final Pattern UID = Pattern.compile("(?m)^  uid: (\\S+)$");

    private static final KeyCombination COPY = new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> node = new VirtualizedScrollPane<>(area);
    private final ReadOnlyBooleanWrapper folded = new ReadOnlyBooleanWrapper();
    private final YamlColors colours = YamlColors.of(area);
    private @Nullable FoldedText folding;
    private volatile @Nullable Ready last;

    /** A text made ready to be shown. */
    public static final class Ready {

        private final String text;
        private final FoldedText folding;
        private final ReadOnlyStyledDocument<Collection<String>, String, Collection<String>> document;

        private Ready(String text) {
            this.text = text;
            folding = new FoldedText(text);
            document = ReadOnlyStyledDocument.fromString(text, List.of(), List.of(), SegmentOps.styledTextOps());
        }

        public String text() {
            return text;
        }

        /** Which of all objects that ever had its name it is; empty where it does not say. */
        public String uid() {
            var found = UID.matcher(text);
            return found.find() ? found.group(1) : "";
        }
    }

    /** Makes a text ready, which takes its time where there is much of it: for any thread but the FX thread, if that can be. */
    public Ready ready(String yaml) {
        var known = last;
        if (known != null && known.text.equals(yaml)) {
            return known;
        }
        var made = new Ready(yaml);
        last = made;
        return made;
    }

    /** @param id of the text */
    public YamlPane(String id) {
        area.setId(id);
        edit(false);
        area.getStyleClass().add("yaml");
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::copyWhole);
        IndentKeys.in(area);
    }

    public Node node() {
        return node;
    }

    /** Puts the focus where the text is written in. */
    public void focus() {
        area.requestFocus();
    }

    /** Puts the caret to the beginning of a line, which comes in sight. */
    public void goTo(int line) {
        area.moveTo(Math.min(line, area.getParagraphs().size()) - 1, 0);
        area.requestFollowCaret();
    }

    /** Puts the focus where the text is written in, and the caret into the line that keeps it from being one object, where one does. */
    public void goToMistake() {
        focus();
        try {
            ValueTrees.only(area.getText());
        } catch (Failure wrong) {
            var line = LINE.matcher(wrong.problem().detail());
            if (line.find()) {
                goTo(Integer.parseInt(line.group(1)));
            }
        }
    }

    /** Whether the text can be written in from now on. */
    public void edit(boolean wanted) {
        if (wanted && folding != null) {
            fold(false);
            folding = null;
            area.setParagraphGraphicFactory(LineGutter.unfolded(area.getParagraphs()));
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
        colours.all();
    }

    public boolean edited() {
        return area.isEditable();
    }

    public String text() {
        return area.getText();
    }

    /** Shows a text from its beginning. */
    public void show(String yaml) {
        show(ready(yaml));
    }

    /** Shows a text from its beginning. */
    public void show(Ready yaml) {
        edit(false);
        area.replace(0, area.getLength(), yaml.document);
        colours.all();
        folding = yaml.folding;
        folding.all(false);
        look();
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /** Shows what the same object is by now; who reads stays where they are, and what is folded and still there stays so. */
    public void renew(String yaml) {
        var now = new FoldedText(yaml);
        if (folding != null) {
            now.foldAs(folding);
        }
        folding = now;
        TextRenewal.put(area, now.text(), colours::lines);
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

    private void folds(Consumer<FoldedText> change) {
        if (folding != null) {
            change.accept(folding);
            put(folding.text());
            look();
        }
    }

    private void look() {
        if (folding != null) {
            folded.set(folding.hides());
            var gutter = new LineGutter(folding, line -> folds(folds -> folds.turn(line)));
            area.setParagraphGraphicFactory(gutter::mark);
        }
    }

    /** What is hidden belongs to what is copied. */
    private void copyWhole(KeyEvent pressed) {
        if (folding != null && folding.hides() && COPY.match(pressed)) {
            var range = area.getSelection();
            SelectableText.copy(folding.between(place(range.getStart()), place(range.getEnd())));
            pressed.consume();
        }
    }

    private FoldedText.FoldedPosition place(int offset) {
        var at = area.offsetToPosition(offset, TwoDimensional.Bias.Forward);
        return new FoldedText.FoldedPosition(at.getMajor(), at.getMinor());
    }

    /** Takes another text that is about something else, and shows it from its beginning. */
    public void begin(String yaml) {
        put(yaml);
        area.moveTo(0);
        area.showParagraphAtTop(0);
    }
}

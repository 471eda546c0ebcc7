package tessera.ui.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;
import org.fxmisc.richtext.model.ReadOnlyStyledDocument;
import org.fxmisc.richtext.model.SegmentOps;
import org.fxmisc.richtext.model.TwoDimensional;
import org.fxmisc.richtext.model.TwoDimensional.Bias;
import org.fxmisc.richtext.util.UndoUtils;
import org.jspecify.annotations.Nullable;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/**
 * Pane to read and edit YAML: line numbers, syntax colours, folding of blocks while nothing is edited. FX
 * thread.
 */
public final class YamlEditorPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(YamlEditorPane.class);

    /** How what keeps a text from being one object says where it is. */
    private static final Pattern LINE = Pattern.compile("^line (\\d{1,6}):");
    private static final Pattern UID = Pattern.compile("(?m)^  uid: (\\S+)$");

    private static final KeyCombination COPY = new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> node = new VirtualizedScrollPane<>(area);
    private final ReadOnlyBooleanWrapper folded = new ReadOnlyBooleanWrapper();
    private final YamlSyntaxHighlighter colours = YamlSyntaxHighlighter.of(area);
    private @Nullable FoldableYamlText foldableText;
    private volatile @Nullable DisplayableYaml last;

    /** Text prepared for display. */
    public static final class DisplayableYaml {

        private final String text;
        private final FoldableYamlText foldableText;
        private final ReadOnlyStyledDocument<Collection<String>, String, Collection<String>> document;

        private DisplayableYaml(String text) {
            this.text = text;
            foldableText = new FoldableYamlText(text);
            document = ReadOnlyStyledDocument.fromString(text, List.of(), List.of(), SegmentOps.styledTextOps());
        }

        public String text() {
            return text;
        }

        /** Returns the UID of the object, which sets it apart from all others of its name; empty where there is none. */
        public String uid() {
            var found = UID.matcher(text);
            return found.find() ? found.group(1) : "";
        }
    }

    /** Prepares a text, which takes time where it is long: for any thread but the FX thread, if possible. */
    public DisplayableYaml prepare(String yaml) {
        var displayableYaml = last;
        if (displayableYaml != null && displayableYaml.text.equals(yaml)) {
            return displayableYaml;
        }
        var made = new DisplayableYaml(yaml);
        last = made;
        return made;
    }

    /** @param id of the text */
    public YamlEditorPane(String id) {
        area.setId(id);
        setEditable(false);
        area.getStyleClass().add("yaml");
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::copyWhole);
        YamlIndentKeyHandler.attachTo(area);
    }

    public Node node() {
        return node;
    }

    /** Focuses the text area. */
    public void focus() {
        area.requestFocus();
    }

    /** Moves the caret to the beginning of a line and scrolls it into view. */
    public void goToLine(int line) {
        area.moveTo(Math.min(line, area.getParagraphs().size()) - 1, 0);
        area.requestFollowCaret();
    }

    /** Focuses the text area, with the caret on the line that prevents the text from being one object, if any. */
    public void goToMistake() {
        focus();
        try {
            ManifestJsonConverter.parseSingleDocument(area.getText());
        } catch (ProblemException wrong) {
            var line = LINE.matcher(wrong.problem().detail());
            if (line.find()) {
                goToLine(Integer.parseInt(line.group(1)));
            }
        }
    }

    /** Makes the text editable from now on, or read-only. */
    public void setEditable(boolean wanted) {
        if (wanted && foldableText != null) {
            setFolded(false);
            foldableText = null;
            area.setParagraphGraphicFactory(LineGutter.withoutMarks(area.getParagraphs()));
        }
        allowEditing(wanted);
        // While nothing is edited, a history would keep every object that was ever looked at.
        area.setUndoManager(wanted ? UndoUtils.plainTextUndoManager(area) : UndoUtils.noOpUndoManager());
        if (wanted) {
            area.requestFocus();
        }
    }

    /** Makes the text editable, and calls a listener whenever it changes. */
    public void enableEditing(Runnable changed) {
        allowEditing(true);
        area.setUndoManager(UndoUtils.plainTextUndoManager(area));
        area.textProperty().addListener((property, before, text) -> changed.run());
    }

    /** Allows or suspends editing for now, if the pane is editable at all. */
    public void allowEditing(boolean writing) {
        area.setEditable(writing);
        // Only where it can be written in is the caret seen.
        area.getStyleClass().remove("edited");
        if (writing) {
            area.getStyleClass().add("edited");
        }
    }

    /** Replaces and colours the text where it differs, keeping the writer's position. */
    public void replaceText(String yaml) {
        var now = area.getText();
        int minimum = Math.min(now.length(), yaml.length());
        int head = 0;
        while (head < minimum && now.charAt(head) == yaml.charAt(head)) {
            head++;
        }
        int tail = 0;
        while (tail < minimum - head && now.charAt(now.length() - 1 - tail) == yaml.charAt(yaml.length() - 1 - tail)) {
            tail++;
        }
        if (head < now.length() || head < yaml.length()) {
            area.replaceText(head, now.length() - tail, yaml.substring(head, yaml.length() - tail));
        }
        colours.colorAll();
    }

    public boolean isEdited() {
        return area.isEditable();
    }

    public String text() {
        return area.getText();
    }

    /** Shows a text from its beginning. */
    public void show(String yaml) {
        show(prepare(yaml));
    }

    /** Shows a text from its beginning. */
    public void show(DisplayableYaml yaml) {
        setEditable(false);
        area.replace(0, area.getLength(), yaml.document);
        colours.colorAll();
        foldableText = yaml.foldableText;
        foldableText.setAllFolded(false);
        updateGutter();
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /** Shows the current text of the same object; the reading position and existing folds stay. */
    public void showUpdate(String yaml) {
        var now = new FoldableYamlText(yaml);
        if (foldableText != null) {
            now.foldAs(foldableText);
        }
        foldableText = now;
        CaretKeepingTextUpdate.replaceText(area, now.visibleText(), colours::colorLines);
        updateGutter();
    }

    /** True while something is hidden. */
    public ReadOnlyBooleanProperty foldedProperty() {
        return folded.getReadOnlyProperty();
    }

    /** Hides all but the leftmost lines of a read-only text, or shows everything. */
    public void setFolded(boolean wanted) {
        changeFolds(folds -> folds.setAllFolded(wanted));
    }

    private void changeFolds(Consumer<FoldableYamlText> change) {
        if (foldableText != null) {
            change.accept(foldableText);
            replaceText(foldableText.visibleText());
            updateGutter();
        }
    }

    private void updateGutter() {
        if (foldableText != null) {
            folded.set(foldableText.hasFolds());
            var gutter = new LineGutter(foldableText, this::toggleFold);
            area.setParagraphGraphicFactory(gutter::gutterNode);
        }
    }

    private void toggleFold(int line) {
        changeFolds(folds -> folds.toggleFold(line));
    }

    /** Copies the selection with its hidden lines. */
    private void copyWhole(KeyEvent pressed) {
        if (foldableText != null && foldableText.hasFolds() && COPY.match(pressed)) {
            var range = area.getSelection();
            TextLabelFactory.copy(foldableText.textBetween(positionAt(range.getStart()), positionAt(range.getEnd())));
            pressed.consume();
        }
    }

    private FoldableYamlText.VisibleTextPosition positionAt(int offset) {
        var at = area.offsetToPosition(offset, TwoDimensional.Bias.Forward);
        return new FoldableYamlText.VisibleTextPosition(at.getMajor(), at.getMinor());
    }

    /** Shows the text of a different subject from its beginning. */
    public void showNewSubject(String yaml) {
        replaceText(yaml);
        area.moveTo(0);
        area.showParagraphAtTop(0);
    }

    /**
     * Indentation keys for YAML editing, where tabs must not stand and blanks have a meaning. Ctrl+Tab leaves the text, as Tab writes in it; Tab leaves one that is only read. FX thread.
     */
    private static final class YamlIndentKeyHandler {

        private static final String STEP = "  ";
        private static final Pattern ENTRY = Pattern.compile("\\s*+((?:- ++)*+)");
        private static final Pattern KEYED = Pattern.compile("(?s)[^#]*:(?:\\s.*)?");
        private static final Pattern OPENS = Pattern.compile("[^#]*:(?:\\s+[|>][0-9+-]*)?\\s*(?:#.*)?");

        private final CodeArea area;

        private YamlIndentKeyHandler(CodeArea area) {
            this.area = area;
        }

        static void attachTo(CodeArea area) {
            area.addEventFilter(KeyEvent.KEY_PRESSED, new YamlIndentKeyHandler(area)::handleKey);
        }

        private void handleKey(KeyEvent pressed) {
            if (pressed.isAltDown() || pressed.isMetaDown()) {
                return;
            }
            if (pressed.getCode() == KeyCode.TAB && (pressed.isControlDown() || !area.isEditable())) {
                area.requestFocusTraversal(
                        pressed.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
            } else if (!area.isEditable()) {
                return;
            } else if (pressed.getCode() == KeyCode.TAB) {
                indentSelection(!pressed.isShiftDown());
            } else if (pressed.getCode() == KeyCode.ENTER && !pressed.isControlDown()) {
                area.replaceSelection("\n" + indentationAfter(textBefore(area.getSelection().getStart())));
                area.requestFollowCaret();
            } else {
                return;
            }
            pressed.consume();
        }

        /** Returns the text of the line before an offset. */
        private String textBefore(int offset) {
            var at = area.offsetToPosition(offset, Bias.Forward);
            return area.getParagraph(at.getMajor()).getText().substring(0, at.getMinor());
        }

        /** Indents the selected lines; in one line, the text behind the caret, or all of it to the left. */
        private void indentSelection(boolean right) {
            var range = area.getSelection();
            int first = area.offsetToPosition(range.getStart(), Bias.Forward).getMajor();
            var end = area.offsetToPosition(range.getEnd(), Bias.Forward);
            // Who selects whole lines ends before the first letter of the next one.
            int last = end.getMinor() == 0 && end.getMajor() > first ? end.getMajor() - 1 : end.getMajor();
            if (right && first == end.getMajor()) {
                area.replaceSelection(
                        " ".repeat(STEP.length() - textBefore(range.getStart()).length() % STEP.length()));
                return;
            }
            var lines = new ArrayList<String>();
            for (int line = first; line <= last; line++) {
                lines.add(indentedLine(area.getParagraph(line).getText(), right));
            }
            int start = area.getAbsolutePosition(first, 0);
            int caret = area.getCaretColumn();
            area.replaceText(start, area.getAbsolutePosition(last, area.getParagraphLength(last)),
                    String.join("\n", lines));
            if (first == end.getMajor()) {
                area.moveTo(start + Math.max(0, caret - STEP.length()));
            } else {
                area.selectRange(start, start + String.join("\n", lines).length());
            }
        }

        private static String indentedLine(String line, boolean right) {
            if (right) {
                return line.isEmpty() ? line : STEP + line;
            }
            if (line.startsWith(STEP)) {
                return line.substring(STEP.length());
            }
            return line.stripLeading();
        }

        /** Returns the blanks that begin the line after this one: below a key, those of its content. */
        static String indentationAfter(String line) {
            var entry = ENTRY.matcher(line);
            int column = entry.lookingAt() ? entry.end() : 0;
            boolean keyed = KEYED.matcher(line.substring(column)).matches();
            // Below the first key of an entry come its others; below an entry that has none comes the next entry.
            int blanks = keyed ? column : column - entry.group(1).length();
            return " ".repeat(blanks)
                    + (keyed && OPENS.matcher(line.substring(column)).matches() ? STEP : "");
        }
    }

    /** Gutter of a text that can be folded: line numbers, and a mark at every foldable line. */
    private static final class LineGutter {

        private final FoldableYamlText foldableText;
        private final IntConsumer toggleFold;
        private final int width;

        /** @param toggleFold has what belongs under a line hidden, or shown again */
        LineGutter(FoldableYamlText foldableText, IntConsumer toggleFold) {
            this.foldableText = foldableText;
            this.toggleFold = toggleFold;
            this.width = String.valueOf(foldableText.size()).length();
        }

        /** Returns a gutter without marks, of the same width, for a text that becomes editable. */
        static IntFunction<Node> withoutMarks(ObservableList<?> lines) {
            return position -> lineGutterNode(position, lines);
        }

        private static Node lineGutterNode(int position, ObservableList<?> lines) {
            var number = new Label();
            number.textProperty().bind(Bindings
                    .createStringBinding(() -> lineNumberText(position, String.valueOf(lines.size()).length()), lines));
            return gutterRow(number, new StackPane());
        }

        private static String lineNumberText(int line, int width) {
            return ("%" + width + "d").formatted(line + 1);
        }

        private static HBox gutterRow(Node number, StackPane fold) {
            fold.getStyleClass().add("fold");
            return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(0, number, fold), "lineno");
        }

        /** Returns the gutter node of the line that is visible at a row. */
        Node gutterNode(int position) {
            int line = foldableText.lineAt(position);
            var number = new Label(lineNumberText(line, width));
            var fold = new StackPane();
            var gutter = gutterRow(number, fold);
            if (foldableText.isFoldable(line)) {
                gutter.getStyleClass().add("foldable");
                gutter.setId("fold-" + (line + 1));
                var mark = FontIcon.EXPAND.node();
                mark.setRotate(foldableText.isFolded(line) ? -90 : 0);
                fold.getChildren().add(mark);
                Tooltip.install(gutter, new Tooltip(
                        foldableText.isFolded(line) ? MESSAGES.text("fold.unfold") : MESSAGES.text("fold.fold")));
                gutter.setOnMouseClicked(click -> {
                    if (click.getButton() == MouseButton.PRIMARY) {
                        toggleFold.accept(line);
                        click.consume();
                    }
                });
            }
            return gutter;
        }
    }
}

package tessera.ui.yaml;

import java.util.List;
import java.util.stream.Collectors;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** YAML as it is read and written in, however much of it there is. */
@Timeout(60)
class YamlEditorPaneTest {

    private static final int LINES = 40_000;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static String megabytes() {
        var text = new StringBuilder("data:\n");
        for (int line = 0; line < LINES; line++) {
            text.append("  key-%05d: a value of some fifty characters, number %05d\n".formatted(line, line));
        }
        return text.toString();
    }

    @Test
    void twoMegabytesAreShownScrolledAndWrittenIn() {
        var yaml = megabytes();
        assertThat(yaml.length()).isGreaterThan(2_000_000);
        var read = Stage.fx(() -> {
            var pane = new YamlEditorPane("much");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            var area = (CodeArea) pane.node().lookup("#much");
            area.showParagraphAtTop(LINES - 10);
            pane.node().applyCss();
            area.getScene().getRoot().layout();
            pane.setEditable(true);
            int at = area.getText().indexOf("number 39999");
            area.replaceText(at, at + "number 39999".length(), "changed");
            return area.getParagraph(LINES).getText() + " of " + area.getParagraphs().size();
        });

        assertThat(read).isEqualTo("  key-39999: a value of some fifty characters, changed of " + (LINES + 2));
    }

    @Test
    void twoMegabytesAreMadeReadyByAnotherThreadAndShownUnfoldedHoweverOften() {
        var yaml = megabytes();
        var pane = Stage.fx(() -> new YamlEditorPane("much"));
        var ready = pane.prepare(yaml);
        assertThat(pane.prepare(megabytes())).as("the same is not made ready again").isSameAs(ready);

        assertThat(Stage.fx(() -> {
            pane.show(ready);
            pane.setFolded(true);
            var folded = pane.text();
            pane.show(ready);
            return List.of(folded, pane.text());
        })).containsExactly("data: # 40000 lines\n", yaml);
    }

    @Test
    void twoMegabytesAreFoldedAndOpenedAndWhatIsFoldedIsEditedAsAWhole() {
        var yaml = megabytes() + "kind: ConfigMap\n";
        var read = Stage.fx(() -> {
            var pane = new YamlEditorPane("much");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            pane.setFolded(true);
            var folded = pane.text();
            pane.setFolded(false);
            var open = pane.text();
            pane.setFolded(true);
            pane.setEditable(true);
            return List.of(folded, open, pane.text());
        });

        assertThat(read).containsExactly("data: # 40000 lines\nkind: ConfigMap\n", yaml, yaml);
    }

    @Test
    void whoReadsStaysWhereTheyAreWhenTheTextIsRenewed() {
        var text = new StringBuilder("metadata:\n  resourceVersion: 1\nspec:\n");
        for (int line = 0; line < 200; line++) {
            text.append("  key-%03d: a\n".formatted(line));
        }
        var before = text + "status:\n  phase: Pending\n  conditions:\n    one: a\n";
        var after = (text + "status:\n  phase: Running\n  conditions:\n    one: b\n")
                .replace("resourceVersion: 1\n", "resourceVersion: 2\n  labels:\n    new: label\n")
                .replace("key-150: a", "key-150: b");
        var seen = Stage.fx(() -> {
            var pane = new YamlEditorPane("some");
            var root = new StackPane(pane.node());
            new Scene(root, 900, 600);
            pane.show(before);
            root.applyCss();
            root.layout();
            var area = (CodeArea) pane.node().lookup("#some");
            int word = area.getText().indexOf("conditions");
            area.selectRange(word, word + 10);
            area.showParagraphAtTop(100);
            root.layout();
            var top = area.getParagraph(area.firstVisibleParToAllParIndex()).getText();
            pane.showUpdate(after);
            root.layout();
            return List.of(top, area.getParagraph(area.firstVisibleParToAllParIndex()).getText(),
                    area.getSelectedText(), area.getText());
        });

        assertThat(seen.get(0)).startsWith("  key-0");
        assertThat(seen.get(1)).as("the line at the top").isEqualTo(seen.get(0));
        assertThat(seen.get(2)).isEqualTo("conditions");
        assertThat(seen.get(3)).isEqualTo(after);
    }

    @Test
    void twoMegabytesThatAreAltogetherOthersAreRenewed() {
        var text = Stage.fx(() -> {
            var pane = new YamlEditorPane("much");
            pane.show(megabytes());
            pane.showUpdate(megabytes().replace("a value", "another"));
            return pane.text();
        });

        assertThat(text).isEqualTo(megabytes().replace("a value", "another"));
    }

    @Test
    void copyingTakesWhatIsFoldedWithIt() {
        var copied = Stage.fx(() -> {
            var pane = new YamlEditorPane("some");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show("kind: Pod\nspec:\n  nodeName: n1\n");
            pane.setFolded(true);
            var area = (CodeArea) pane.node().lookup("#some");
            area.selectAll();
            Event.fireEvent(area, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.C, false, true, false, false));
            return Clipboard.getSystemClipboard().getString();
        });

        assertThat(copied).isEqualTo("kind: Pod\nspec:\n  nodeName: n1\n");
    }

    @Test
    void theCaretIsSeenWhereverTextIsWrittenIn() {
        var styles = Stage.fx(() -> {
            var pane = new YamlEditorPane("some");
            new Scene(new StackPane(pane.node()), 900, 600);
            var area = (CodeArea) pane.node().lookup("#some");
            pane.show("a: b\n");
            boolean read = area.getStyleClass().contains("edited");
            pane.enableEditing(() -> {});
            boolean written = area.getStyleClass().contains("edited");
            pane.allowEditing(false);
            return List.of(read, written, area.getStyleClass().contains("edited"));
        });

        assertThat(styles).containsExactly(false, true, false);
    }

    private static CodeArea written(String yaml) {
        return Stage.fx(() -> {
            var pane = new YamlEditorPane("some");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            pane.setEditable(true);
            return (CodeArea) pane.node().lookup("#some");
        });
    }

    private static void press(CodeArea area, KeyCode key, boolean shift) {
        Event.fireEvent(area, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, shift, false, false, false));
    }

    /** What stands there after Enter was pressed behind a text. */
    private static String entered(String before, String after) {
        var area = written(before + after);
        return Stage.fx(() -> {
            area.moveTo(before.length());
            press(area, KeyCode.ENTER, false);
            area.replaceSelection("|");
            return area.getText();
        });
    }

    @Test
    void aNewLineBeginsWhereWhatFollowsBelongs() {
        assertThat(entered("spec:\n  nodeName: n1", "\n")).isEqualTo("spec:\n  nodeName: n1\n  |\n");
        assertThat(entered("spec:\n  containers:", "")).isEqualTo("spec:\n  containers:\n    |");
        assertThat(entered("data:\n  a: |", "")).isEqualTo("data:\n  a: |\n    |");
        assertThat(entered("- name: main", "")).isEqualTo("- name: main\n  |");
        assertThat(entered("  - resources:", "")).isEqualTo("  - resources:\n      |");
        assertThat(entered("  - --fast", "")).isEqualTo("  - --fast\n  |");
        assertThat(entered("image: host:5000/a", "b")).isEqualTo("image: host:5000/a\n|b");
    }

    @Test
    void tabsBecomeBlanksAndLinesMoveBackAndForth() {
        var area = written("spec:\nnodeName: n1\nhost: h\nend: e");
        var texts = Stage.fx(() -> {
            area.moveTo("spec:\n".length());
            press(area, KeyCode.TAB, false);
            var one = area.getText();
            press(area, KeyCode.TAB, true);
            area.selectRange("spec:\n".length(), area.getText().indexOf("end"));
            press(area, KeyCode.TAB, false);
            var several = area.getText();
            press(area, KeyCode.TAB, true);
            return List.of(one, several, area.getText());
        });

        assertThat(texts).containsExactly("spec:\n  nodeName: n1\nhost: h\nend: e",
                "spec:\n  nodeName: n1\n  host: h\nend: e", "spec:\nnodeName: n1\nhost: h\nend: e");
    }

    private static String style(CodeArea area, String text) {
        return Stage.fx(() -> String.join("", area.getStyleOfChar(area.getText().indexOf(text) + 1)));
    }

    @Test
    void keysAreColouredWhateverStandsInThemAndAsTheyAreWritten() {
        var area = written(
                "fieldsV1:\n  f:metadata:\n    f:labels:\n      'k:{\"type\":\"Ready\"}':\n        f:team: {}\n");
        for (var key : List.of("f:metadata", "'k:{", "type", "f:team")) {
            assertThat(style(area, key)).as(key).isEqualTo("yaml-key");
        }
        Stage.fx(() -> {
            area.appendText("  app: web # mine");
            return true;
        });
        assertThat(style(area, "app")).isEqualTo("yaml-key");
        assertThat(style(area, "web")).isEqualTo("yaml-value");
    }

    /** Waits until a text in sight has a style. */
    private static void eventually(CodeArea area, String text, String style) throws InterruptedException {
        for (var now = styleInSight(area, text); !now.equals(style); now = styleInSight(area, text)) {
            Thread.sleep(20);
        }
    }

    private static String styleInSight(CodeArea area, String text) {
        return Stage.fx(() -> {
            area.getScene().getRoot().applyCss();
            area.getScene().getRoot().layout();
            return String.join("", area.getStyleOfChar(area.getText().indexOf(text) + 1));
        });
    }

    @Test
    void ofTwoMegabytesTheLinesInSightAreColouredWhereverOneScrollsAndWrites() throws Exception {
        var yaml = megabytes();
        var area = Stage.fx(() -> {
            var pane = new YamlEditorPane("much");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            return (CodeArea) pane.node().lookup("#much");
        });
        eventually(area, "key-00003", "yaml-key");
        assertThat(style(area, "key-20000")).as("far out of sight").isEmpty();

        Stage.fx(() -> {
            area.showParagraphAtTop(20_000);
            return true;
        });
        eventually(area, "key-20003", "yaml-key");
        assertThat(style(area, "fifty characters, number 20003")).isEqualTo("yaml-value");

        Stage.fx(() -> {
            area.setEditable(true);
            area.insertText(area.getText().indexOf("  key-20003"), "  # said by somebody\n");
            return true;
        });
        eventually(area, "# said", "yaml-comment");
        assertThat(style(area, "key-39999")).as("far out of sight").isEmpty();
    }

    @Test
    void whoWorksWithoutAPointerGetsOutOfTheText() {
        var focused = Stage.fx(() -> {
            var pane = new YamlEditorPane("some");
            var before = new Button("before");
            var scene = new Scene(new VBox(before, pane.node()), 900, 600);
            pane.show("kind: Pod\n");
            var area = (CodeArea) pane.node().lookup("#some");
            area.requestFocus();
            press(area, KeyCode.TAB, true);
            var read = scene.getFocusOwner();
            pane.setEditable(true);
            Event.fireEvent(area, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.TAB, true, true, false, false));
            return List.of(read.equals(before), scene.getFocusOwner().equals(before), area.getText());
        });

        assertThat(focused).containsExactly(true, true, "kind: Pod\n");
    }

    @Test
    void aTextDoesNotMoveWhenItIsWrittenIn() {
        var pane = Stage.fx(() -> new YamlEditorPane("still"));
        Stage.draw(new StackPane(pane.node()), ColorTheme.DARK, 600, 400);
        assertThat(Stage.fx(() -> {
            pane.show("metadata:\n  name: n\n");
            double read = left(pane);
            pane.setEditable(true);
            return left(pane) - read;
        })).isBetween(-0.5, 0.5);
    }

    /** Where a line begins. */
    private static double left(YamlEditorPane pane) {
        var root = (Parent) pane.node();
        for (int pulse = 0; pulse < 2; pulse++) {
            root.applyCss();
            root.layout();
        }
        var area = (CodeArea) root.lookup("#still");
        return area.getCharacterBoundsOnScreen(0, 1).map(Bounds::getMinX)
                .orElseGet(() -> root.lookup(".lineno").getLayoutBounds().getWidth());
    }

    @Test
    void numbersOfLinesStandBackBehindWhatTheyNumber() {
        var pane = Stage.fx(() -> new YamlEditorPane("numbered"));
        var root = Stage.fx(() -> {
            pane.show("spec:\n  - plain\n");
            return new StackPane(pane.node());
        });
        Stage.draw(root, ColorTheme.LIGHT, 600, 300);

        var fills = Stage.fx(() -> root.lookupAll(".text").stream().map(Text.class::cast)
                .collect(Collectors.toMap(Text::getText, Text::getFill, (one, other) -> one)));
        assertThat(fills).containsKeys("1", "2", "spec", ":");
        assertThat(List.of(fills.get("1"), fills.get("2"))).doesNotContain(fills.get(":"));
    }
}

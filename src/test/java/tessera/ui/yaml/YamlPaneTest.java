package tessera.ui.yaml;

import java.util.List;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** YAML as it is read and written in, however much of it there is. */
@Timeout(60)
class YamlPaneTest {

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
            var pane = new YamlPane("much");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            var area = (CodeArea) pane.node().lookup("#much");
            area.showParagraphAtTop(LINES - 10);
            pane.node().applyCss();
            area.getScene().getRoot().layout();
            pane.edit(true);
            int at = area.getText().indexOf("number 39999");
            area.replaceText(at, at + "number 39999".length(), "changed");
            return area.getParagraph(LINES).getText() + " of " + area.getParagraphs().size();
        });

        assertThat(read).isEqualTo("  key-39999: a value of some fifty characters, changed of " + (LINES + 2));
    }

    @Test
    void twoMegabytesAreFoldedAndOpenedAndWhatIsFoldedIsEditedAsAWhole() {
        var yaml = megabytes() + "kind: ConfigMap\n";
        var read = Stage.fx(() -> {
            var pane = new YamlPane("much");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show(yaml);
            pane.fold(true);
            var folded = pane.text();
            pane.fold(false);
            var open = pane.text();
            pane.fold(true);
            pane.edit(true);
            return List.of(folded, open, pane.text());
        });

        assertThat(read).containsExactly("data: # 40000 lines\nkind: ConfigMap\n", yaml, yaml);
    }

    @Test
    void copyingTakesWhatIsFoldedWithIt() {
        var copied = Stage.fx(() -> {
            var pane = new YamlPane("some");
            new Scene(new StackPane(pane.node()), 900, 600);
            pane.show("kind: Pod\nspec:\n  nodeName: n1\n");
            pane.fold(true);
            var area = (CodeArea) pane.node().lookup("#some");
            area.selectAll();
            Event.fireEvent(area, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.C, false, true, false, false));
            return Clipboard.getSystemClipboard().getString();
        });

        assertThat(copied).isEqualTo("kind: Pod\nspec:\n  nodeName: n1\n");
    }
}

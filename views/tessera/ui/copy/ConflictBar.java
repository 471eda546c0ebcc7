package tessera.ui.copy;

import java.util.Locale;
import java.util.function.BiConsumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.filecopy.CopyState;
import tessera.filecopy.OverwriteAnswer;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Asks what to do about a file of this machine that is in the way. FX thread. */
final class ConflictBar {

    private final Label words = SelectableText.yielding("");
    private final HBox node = new HBox(8, StatusGlyph.WARNING.node(), words);
    private final BiConsumer<Long, OverwriteAnswer> answer;
    private long number;

    /** @param answer called with the number of the copy, and what is to be done */
    ConflictBar(BiConsumer<Long, OverwriteAnswer> answer) {
        this.answer = answer;
        words.setId("copy-conflict");
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("terminal-tools");
        node.getChildren().addAll(button("Replace", OverwriteAnswer.REPLACE), button("Skip", OverwriteAnswer.SKIP),
                button("Replace all", OverwriteAnswer.REPLACE_ALL), button("Skip all", OverwriteAnswer.SKIP_ALL),
                button("Stop", OverwriteAnswer.STOP));
        clear();
    }

    private Button button(String title, OverwriteAnswer given) {
        var button = new Button(title);
        button.setId("copy-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> {
            clear();
            answer.accept(number, given);
        });
        return button;
    }

    Node node() {
        return node;
    }

    /** Asks about the file that one copy asks about; about none any more where it does not. */
    void show(CopyState state) {
        number = state.number();
        state.asks().ifPresentOrElse(file -> {
            words.setText(file + " is there already");
            present(true);
        }, this::clear);
    }

    void clear() {
        present(false);
    }

    private void present(boolean shown) {
        NodePresence.of(node, shown);
    }
}

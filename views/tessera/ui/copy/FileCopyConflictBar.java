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
import tessera.filecopy.FileCopyState;
import tessera.filecopy.OverwriteAnswer;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Bar that asks what to do about a file of this machine that already exists. FX thread. */
final class FileCopyConflictBar {

    private final Label text = TextLabelFactory.shrinkable("");
    private final HBox node = new HBox(8, StatusGlyph.WARNING.node(), text);
    private final BiConsumer<Long, OverwriteAnswer> answer;
    private long number;

    /** @param answer called with the number of the copy, and what is to be done */
    FileCopyConflictBar(BiConsumer<Long, OverwriteAnswer> answer) {
        this.answer = answer;
        text.setId("copy-conflict");
        text.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(text, Priority.ALWAYS);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("terminal-tools");
        node.getChildren().addAll(answerButton("Replace", OverwriteAnswer.REPLACE),
                answerButton("Skip", OverwriteAnswer.SKIP),
                answerButton("Replace all", OverwriteAnswer.REPLACE_ALL),
                answerButton("Skip all", OverwriteAnswer.SKIP_ALL),
                answerButton("Stop", OverwriteAnswer.STOP));
        clear();
    }

    private Button answerButton(String title, OverwriteAnswer overwriteAnswer) {
        var button = new Button(title);
        button.setId("copy-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> {
            clear();
            answer.accept(number, overwriteAnswer);
        });
        return button;
    }

    Node node() {
        return node;
    }

    /** Asks about the conflicting file of a copy; hides the bar where the copy has none. */
    void show(FileCopyState state) {
        number = state.number();
        state.overwriteQuestion().ifPresentOrElse(file -> {
            text.setText(file + " is there already");
            setVisible(true);
        }, this::clear);
    }

    void clear() {
        setVisible(false);
    }

    private void setVisible(boolean shown) {
        JavaFxNodeVisibility.setShown(node, shown);
    }
}

package tessera.ui.shell;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.ui.kit.Presence;
import tessera.ui.kit.Tips;
import tessera.ui.shell.FrameState.Actions;
import tessera.ui.shell.FrameState.Banner;

/** A sentence above every screen, for as long as something has to be said. */
final class BannerBar {

    private final HBox node = new HBox(12);
    private final StackPane sign = new StackPane();
    private final Label sentence = new Label();
    private final Label words = new Label();
    private final Button again = new Button("Try now");
    private Optional<Banner> shown = Optional.empty();

    BannerBar(Runnable retry) {
        sentence.setWrapText(true);
        sentence.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(sentence, Priority.ALWAYS);
        words.getStyleClass().addAll("mono", "muted");
        words.setMinWidth(0);
        words.setMaxWidth(480);
        again.setId("banner-retry");
        again.setMinWidth(Region.USE_PREF_SIZE);
        again.getStyleClass().add("small");
        again.setOnAction(event -> retry.run());
        sign.setMinWidth(Region.USE_PREF_SIZE);
        node.setId("banner");
        node.getStyleClass().add("banner");
        node.setAlignment(Pos.CENTER_LEFT);
        node.getChildren().setAll(sign, sentence, words, again);
        present(node, false);
    }

    HBox node() {
        return node;
    }

    /** The nodes stay, since a banner tells the time and changes every second: a click may be under way. */
    void show(Optional<Banner> newest) {
        if (newest.equals(shown)) {
            return;
        }
        shown = newest;
        present(node, newest.isPresent());
        newest.ifPresent(this::fill);
    }

    private void fill(Banner banner) {
        sentence.setText(banner.sentence());
        node.getStyleClass().setAll("banner", banner.sign().tone());
        sign.getChildren().setAll(banner.sign().node());
        words.setText(banner.words());
        Tips.on(words, banner.words());
        present(words, !banner.words().isEmpty());
        present(again, banner.actions() == Actions.RETRY);
        node.setAccessibleText(banner.sentence());
    }

    private static void present(Node part, boolean shown) {
        Presence.of(part, shown);
    }
}

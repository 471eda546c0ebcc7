package tessera.ui.shell;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.ui.shell.FrameState.Actions;
import tessera.ui.shell.FrameState.Banner;

/** A sentence above every screen, for as long as something has to be said. */
final class BannerBar {

    private final HBox node = new HBox(12);
    private final Runnable retry;

    BannerBar(Runnable retry) {
        this.retry = retry;
        node.setId("banner");
        node.getStyleClass().add("banner");
        node.setAlignment(Pos.CENTER_LEFT);
        show(Optional.empty());
    }

    HBox node() {
        return node;
    }

    void show(Optional<Banner> shown) {
        node.setVisible(shown.isPresent());
        node.setManaged(shown.isPresent());
        shown.ifPresent(this::fill);
    }

    private void fill(Banner banner) {
        var sentence = new Label(banner.sentence());
        sentence.setWrapText(true);
        HBox.setHgrow(sentence, Priority.ALWAYS);
        sentence.setMaxWidth(Double.MAX_VALUE);
        node.getStyleClass().setAll("banner", banner.sign().tone());
        node.getChildren().setAll(banner.sign().node(), sentence);
        if (!banner.words().isEmpty()) {
            var words = new Label(banner.words());
            words.getStyleClass().addAll("mono", "muted");
            words.setTooltip(new Tooltip(banner.words()));
            words.setMinWidth(0);
            words.setMaxWidth(480);
            node.getChildren().add(words);
        }
        if (banner.actions() == Actions.RETRY) {
            var again = new Button("Try now");
            again.setId("banner-retry");
            again.setMinWidth(Region.USE_PREF_SIZE);
            again.getStyleClass().add("small");
            again.setOnAction(event -> retry.run());
            node.getChildren().add(again);
        }
        node.setAccessibleText(banner.sentence());
    }
}

package tessera.ui.shell;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;
import tessera.ui.shell.FrameState.Banner;
import tessera.ui.shell.FrameState.ConnectionActions;

/** A sentence above every screen, for as long as something has to be said. */
final class BannerBar {

    private final HBox node = new HBox(12);
    private final StackPane sign = new StackPane();
    private final Label sentence = new Label();
    private final Label words = SelectableText.yielding("", "mono", "muted");
    private final Button again = new Button("Try now");
    private Optional<Banner> shown = Optional.empty();

    BannerBar(Runnable retry) {
        sentence.setWrapText(true);
        var told = new VBox(2, sentence, words);
        told.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(told, Priority.ALWAYS);
        again.setId("banner-retry");
        again.setMinWidth(Region.USE_PREF_SIZE);
        again.getStyleClass().add("small");
        again.setOnAction(event -> retry.run());
        sign.setMinWidth(Region.USE_PREF_SIZE);
        node.setId("banner");
        node.getStyleClass().add("banner");
        node.setAlignment(Pos.CENTER_LEFT);
        node.getChildren().setAll(sign, told, again);
        NodePresence.of(node, false);
        node.hoverProperty().subscribe(over -> {
            if (!over) {
                NodePresence.of(node, shown.isPresent());
            }
        });
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
        newest.ifPresent(this::fill);
        if (newest.isEmpty() && node.isHover()) {
            settle();
        } else {
            NodePresence.of(node, newest.isPresent());
        }
    }

    /** Whoever is about to click it must not hit what would come in its place: it goes once nobody points at it. */
    private void settle() {
        var over = "That is over.";
        sentence.setText(over);
        node.getStyleClass().setAll("banner");
        sign.getChildren().setAll(StatusGlyph.READY.node());
        NodePresence.of(words, false);
        again.setDisable(true);
        node.setAccessibleText(over);
    }

    private void fill(Banner banner) {
        sentence.setText(banner.sentence());
        node.getStyleClass().setAll("banner", banner.sign().tone());
        sign.getChildren().setAll(banner.sign().node());
        words.setText(banner.words());
        TooltipText.on(words, banner.words());
        NodePresence.of(words, !banner.words().isEmpty());
        NodePresence.of(again, banner.actions() == ConnectionActions.RETRY);
        again.setDisable(false);
        node.setAccessibleText(banner.sentence());
    }
}

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
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipFactory;
import tessera.ui.shell.WindowFrameState.ConnectionActions;
import tessera.ui.shell.WindowFrameState.WindowBannerText;

/** Banner above every screen while there is something to report. */
final class BannerBar {

    private final HBox node = new HBox(12);
    private final StackPane sign = new StackPane();
    private final Label sentence = new Label();
    private final Label text = SelectableText.shrinkable("", "mono", "muted");
    private final Button again = new Button("Try now");
    private Optional<WindowBannerText> shown = Optional.empty();

    BannerBar(Runnable retry) {
        sentence.setWrapText(true);
        var told = new VBox(2, sentence, text);
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
        JavaFxNodeVisibility.setShown(node, false);
        node.hoverProperty().subscribe(over -> {
            if (!over) {
                JavaFxNodeVisibility.setShown(node, shown.isPresent());
            }
        });
    }

    HBox node() {
        return node;
    }

    /** Updates the banner in place, since it shows the time and changes every second: a click may be under way. */
    void show(Optional<WindowBannerText> newest) {
        if (newest.equals(shown)) {
            return;
        }
        shown = newest;
        newest.ifPresent(this::fillBanner);
        if (newest.isEmpty() && node.isHover()) {
            markAsOver();
        } else {
            JavaFxNodeVisibility.setShown(node, newest.isPresent());
        }
    }

    /** Shows that the banner is over until the pointer has left, so that a click does not hit what would follow it. */
    private void markAsOver() {
        var over = "That is over.";
        sentence.setText(over);
        node.getStyleClass().setAll("banner");
        sign.getChildren().setAll(StatusGlyph.READY.node());
        JavaFxNodeVisibility.setShown(text, false);
        again.setDisable(true);
        node.setAccessibleText(over);
    }

    private void fillBanner(WindowBannerText windowBannerText) {
        sentence.setText(windowBannerText.sentence());
        node.getStyleClass().setAll("banner", windowBannerText.sign().tone());
        sign.getChildren().setAll(windowBannerText.sign().node());
        text.setText(windowBannerText.detail());
        TooltipFactory.install(text, windowBannerText.detail());
        JavaFxNodeVisibility.setShown(text, !windowBannerText.detail().isEmpty());
        JavaFxNodeVisibility.setShown(again, windowBannerText.actions() == ConnectionActions.RETRY);
        again.setDisable(false);
        node.setAccessibleText(windowBannerText.sentence());
    }
}

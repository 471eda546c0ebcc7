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
import tessera.text.MessageCatalog;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;
import tessera.ui.shell.WindowBarsState.OfferedConnectionAction;
import tessera.ui.shell.WindowBarsState.WindowBannerText;

/** Banner above every screen while there is something to report. */
final class BannerBar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(BannerBar.class);

    private final HBox node = new HBox(12);
    private final StackPane glyphPane = new StackPane();
    private final Label sentence = new Label();
    private final Label text = TextLabelFactory.shrinkable("", "mono", "muted");
    private final Button retryButton = new Button(MESSAGES.text("banner.tryNow"));
    private Optional<WindowBannerText> displayedText = Optional.empty();

    BannerBar(Runnable retry) {
        sentence.setWrapText(true);
        var told = new VBox(2, sentence, text);
        told.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(told, Priority.ALWAYS);
        retryButton.setId("banner-retry");
        retryButton.setMinWidth(Region.USE_PREF_SIZE);
        retryButton.getStyleClass().add("small");
        retryButton.setOnAction(event -> retry.run());
        glyphPane.setMinWidth(Region.USE_PREF_SIZE);
        node.setId("banner");
        node.getStyleClass().add("banner");
        node.setAlignment(Pos.CENTER_LEFT);
        node.getChildren().setAll(glyphPane, told, retryButton);
        JavaFxNodeVisibility.setShown(node, false);
        node.hoverProperty().subscribe(over -> {
            if (!over) {
                JavaFxNodeVisibility.setShown(node, displayedText.isPresent());
            }
        });
    }

    HBox node() {
        return node;
    }

    /** Updates the banner in place, since it shows the time and changes every second: a click may be under way. */
    void show(Optional<WindowBannerText> newest) {
        if (newest.equals(displayedText)) {
            return;
        }
        displayedText = newest;
        newest.ifPresent(this::fillBanner);
        if (newest.isEmpty() && node.isHover()) {
            markAsOver();
        } else {
            JavaFxNodeVisibility.setShown(node, newest.isPresent());
        }
    }

    /** Shows that the banner is over until the pointer has left, so that a click does not hit what would follow it. */
    private void markAsOver() {
        var over = MESSAGES.text("banner.over");
        sentence.setText(over);
        node.getStyleClass().setAll("banner");
        glyphPane.getChildren().setAll(StatusGlyph.READY.node());
        JavaFxNodeVisibility.setShown(text, false);
        retryButton.setDisable(true);
        node.setAccessibleText(over);
    }

    private void fillBanner(WindowBannerText windowBannerText) {
        sentence.setText(windowBannerText.sentence());
        node.getStyleClass().setAll("banner", windowBannerText.glyph().tone());
        glyphPane.getChildren().setAll(windowBannerText.glyph().node());
        text.setText(windowBannerText.detail());
        TooltipFactory.install(text, windowBannerText.detail());
        JavaFxNodeVisibility.setShown(text, !windowBannerText.detail().isEmpty());
        JavaFxNodeVisibility.setShown(retryButton, windowBannerText.actions() == OfferedConnectionAction.RETRY);
        retryButton.setDisable(false);
        node.setAccessibleText(windowBannerText.sentence());
    }
}

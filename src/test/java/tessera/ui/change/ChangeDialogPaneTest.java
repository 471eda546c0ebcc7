package tessera.ui.change;

import java.util.function.Consumer;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** A dialog is as high as what is on it, so that a few questions do not lie on an empty wall. */
class ChangeDialogPaneTest {

    private static final double ROOM = 796;

    private final ChangeDialogPane changeDialogPane = Stage.fx(ChangeDialogPane::new);
    private final StackPane veil = Stage.fx(() -> {
        var pane = new StackPane(changeDialogPane);
        new Scene(pane, 900, ROOM);
        return pane;
    });

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private double height(Consumer<ChangeDialogPane> change) {
        return Stage.fx(() -> {
            change.accept(changeDialogPane);
            veil.applyCss();
            veil.layout();
            return changeDialogPane.getHeight();
        });
    }

    private static Region tall(double height) {
        var region = new Region();
        region.setMinHeight(height);
        return region;
    }

    @Test
    void linesThatAreWrappedAreCountedSoThatNothingHasToBeScrolled() {
        var words = Stage.fx(() -> new VBox(TextLabelFactory.wrapped("So many words. ".repeat(300))));
        var page = Stage.fx(() -> ScrollPaneFactory.fullHeightPane(words));
        double height = height(pane -> pane.setPage(page, false));

        assertThat(height).isBetween(400.0, ROOM - 1);
        assertThat(Stage.fx(() -> page.getViewportBounds().getHeight()))
                .isGreaterThanOrEqualTo(Stage.fx(words::getHeight));
    }

    @Test
    void moreThanThereIsRoomForIsScrolled() {
        assertThat(height(pane -> pane.setPage(ScrollPaneFactory.fullHeightPane(tall(2000)), false))).isEqualTo(ROOM);
    }

    @Test
    void whatTakesAllRoomIsGivenItThoughItAsksForLittle() {
        assertThat(height(pane -> pane.setPage(tall(10), true))).isEqualTo(ROOM);
        assertThat(height(pane -> pane.setPage(tall(10), false))).as("another page").isLessThan(400);
    }

    @Test
    void theFootStaysWhereItIsWhileAPageBecomesShorterOrSomethingIsWaitedFor() {
        var page = Stage.fx(() -> tall(500));
        double before = height(pane -> pane.setPage(page, false));
        assertThat(before).isEqualTo(500);

        assertThat(height(_ -> page.setMinHeight(100))).isEqualTo(before);
        assertThat(height(pane -> pane.showInterlude(new Label("Asking the server…")))).isEqualTo(before);
        assertThat(height(pane -> pane.setPage(tall(350), false))).isEqualTo(350);
    }

    @Test
    void whatStandsBesideThePageIsCountedAsWell() {
        var words = Stage
                .fx(() -> new VBox(TextLabelFactory.wrapped("kubectl patch pods/train ".repeat(40), "mono", "words")));
        var beside = Stage.fx(() -> ScrollPaneFactory.fullHeightPane(words));
        height(pane -> {
            var side = new BorderPane(beside);
            side.getStyleClass().add("change-side");
            var page = new SideBySidePage(
                    ScrollPaneFactory.fullHeightPane(new VBox(TextLabelFactory.wrapped("few words"))));
            page.setRight(side);
            ColorTheme.DARK.applyTo(veil.getScene());
            pane.setPage(page, false);
        });

        assertThat(Stage.fx(() -> beside.getViewportBounds().getHeight()))
                .isGreaterThanOrEqualTo(Stage.fx(words::getHeight));
    }
}

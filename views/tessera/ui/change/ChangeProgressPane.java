package tessera.ui.change;

import javafx.scene.Node;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import tessera.plan.PlanRunState;
import tessera.ui.kit.ScrollPaneFactory;

/** A change while it runs. */
final class ChangeProgressPane {

    private final ProgressBar bar = new ProgressBar(0);
    private final VBox content = ChangePageBlockFactory.section();
    private final ScrollPane node = ScrollPaneFactory.fullHeightPane(content);

    ChangeProgressPane() {
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.getStyleClass().add("run-bar");
    }

    Node node() {
        return node;
    }

    void show(PlanRunState state) {
        bar.setProgress(state.steps().isEmpty() ? 1 : (double) state.countDone() / state.steps().size());
        content.getChildren().setAll(PlanStepListRenderer.progressLabel(state.steps()), bar,
                PlanStepListRenderer.runningSteps(state.steps()));
    }
}

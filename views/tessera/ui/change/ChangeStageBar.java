package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunState;
import tessera.plan.PlanStepState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Trail of the stages of a change: choose, preview, apply, verify. */
final class ChangeStageBar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeStageBar.class);

    /** A stage of a change. */
    enum ChangeStage {
        CHOOSE("stage.choose"),
        PREVIEW("stage.preview"),
        APPLY("stage.apply"),
        VERIFY("stage.verify");

        private final String titleKey;

        ChangeStage(String titleKey) {
            this.titleKey = titleKey;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }
    }

    private static final PseudoClass HERE = PseudoClass.getPseudoClass("here");
    private static final PseudoClass PASSED = PseudoClass.getPseudoClass("passed");

    private final HBox node = new HBox(12);
    private final List<Label> titles = new ArrayList<>();
    private final List<StackPane> stageMarkers = new ArrayList<>();

    ChangeStageBar() {
        node.setAlignment(Pos.CENTER);
        for (var stop : ChangeStage.values()) {
            if (!titles.isEmpty()) {
                var line = LayoutBoxFactory.withStyle(new Region(), "trail-line");
                node.getChildren().add(line);
            }
            var mark = LayoutBoxFactory.withStyle(new StackPane(numberLabel(stageMarkers.size() + 1)), "trail-mark");
            var title = TextLabelFactory.whole(stop.title(), "trail-title");
            stageMarkers.add(mark);
            titles.add(title);
            var item = new HBox(8, mark, title);
            item.setAlignment(Pos.CENTER);
            node.getChildren().add(item);
        }
    }

    /** Returns the stage of a running change. */
    static ChangeStage stageOf(PlanRunState state) {
        if (state.phase() != PlanRunState.RunPhase.HALTED && allSent(state.steps())) {
            return ChangeStage.VERIFY;
        }
        return ChangeStage.APPLY;
    }

    /** Returns the stage that an ended change had reached; verify where every request was sent. */
    static ChangeStage stageOf(PlanRunReceipt receipt) {
        return allSent(receipt.steps()) ? ChangeStage.VERIFY : ChangeStage.APPLY;
    }

    private static boolean allSent(List<PlanStepState> steps) {
        return steps.stream().filter(step -> step.progress() != PlanStepState.StepProgress.DONE)
                .allMatch(step -> step.planned().step() instanceof PlanStep.AwaitClusterStateStep);
    }

    private static Label numberLabel(int position) {
        return TextLabelFactory.label(Integer.toString(position), "trail-number");
    }

    Node node() {
        return node;
    }

    /**
     * Marks the current stage.
     *
     * @param over whether that part is behind as well
     */
    void mark(ChangeStage here, boolean over) {
        int at = List.of(ChangeStage.values()).indexOf(here);
        for (int i = 0; i < stageMarkers.size(); i++) {
            boolean passed = i < at || (i == at && over);
            stageMarkers.get(i).pseudoClassStateChanged(PASSED, passed);
            stageMarkers.get(i).pseudoClassStateChanged(HERE, i == at && !over);
            titles.get(i).pseudoClassStateChanged(HERE, i == at);
            stageMarkers.get(i).getChildren().setAll(passed ? StatusGlyph.READY.node() : numberLabel(i + 1));
        }
        node.setAccessibleText(MESSAGES.text("stage.position", at + 1, stageMarkers.size(), here.title()));
    }
}

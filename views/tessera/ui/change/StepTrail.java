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
import tessera.plan.RunReceipt;
import tessera.plan.RunState;
import tessera.plan.StepState;
import tessera.plan.step.PlanStep;
import tessera.ui.kit.StatusGlyph;

/** Where on the way of a change the user is: choose, preview, apply, verify. */
final class StepTrail {

    /** A part of the way. */
    enum Stop {
        CHOOSE("Choose"),
        PREVIEW("Preview"),
        APPLY("Apply"),
        VERIFY("Verify");

        private final String title;

        Stop(String title) {
            this.title = title;
        }
    }

    private static final PseudoClass HERE = PseudoClass.getPseudoClass("here");
    private static final PseudoClass PASSED = PseudoClass.getPseudoClass("passed");

    private final HBox node = new HBox(12);
    private final List<Label> titles = new ArrayList<>();
    private final List<StackPane> marks = new ArrayList<>();

    StepTrail() {
        node.setAlignment(Pos.CENTER);
        for (var stop : Stop.values()) {
            if (!titles.isEmpty()) {
                var line = new Region();
                line.getStyleClass().add("trail-line");
                node.getChildren().add(line);
            }
            var mark = new StackPane(number(marks.size() + 1));
            mark.getStyleClass().add("trail-mark");
            var title = new Label(stop.title);
            title.getStyleClass().add("trail-title");
            title.setMinWidth(Region.USE_PREF_SIZE);
            marks.add(mark);
            titles.add(title);
            var item = new HBox(8, mark, title);
            item.setAlignment(Pos.CENTER);
            node.getChildren().add(item);
        }
    }

    /** How far what is under way has come. */
    static Stop reached(RunState state) {
        return state.phase() != RunState.RunPhase.HALTED && allSent(state.steps()) ? Stop.VERIFY : Stop.APPLY;
    }

    /** How far what has ended had come: where all was sent, it is only that the cluster shows it that is missing. */
    static Stop reached(RunReceipt receipt) {
        return allSent(receipt.steps()) ? Stop.VERIFY : Stop.APPLY;
    }

    private static boolean allSent(List<StepState> steps) {
        return steps.stream().filter(step -> step.progress() != StepState.StepProgress.DONE)
                .allMatch(step -> step.planned().step() instanceof PlanStep.Await);
    }

    private static Label number(int place) {
        var label = new Label(Integer.toString(place));
        label.getStyleClass().add("trail-number");
        return label;
    }

    Node node() {
        return node;
    }

    /**
     * Marks where the user is.
     *
     * @param over whether that part is behind as well
     */
    void mark(Stop here, boolean over) {
        int at = List.of(Stop.values()).indexOf(here);
        for (int i = 0; i < marks.size(); i++) {
            boolean passed = i < at || (i == at && over);
            marks.get(i).pseudoClassStateChanged(PASSED, passed);
            marks.get(i).pseudoClassStateChanged(HERE, i == at && !over);
            titles.get(i).pseudoClassStateChanged(HERE, i == at);
            marks.get(i).getChildren().setAll(passed ? StatusGlyph.READY.node() : number(i + 1));
        }
        node.setAccessibleText("Step %d of %d: %s".formatted(at + 1, marks.size(), here.title));
    }
}

package tessera.ui.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.plan.PlanStepState;
import tessera.plan.model.PlanStepWithUndo;
import tessera.text.MessageCatalog;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders the steps of a change in their order. */
final class PlanStepListRenderer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanStepListRenderer.class);

    /** So many alike in a row are told as one. */
    private static final int ALIKE = 3;
    private static final int LONGEST_COMMAND = 400;

    private PlanStepListRenderer() {}

    /**
     * Returns the rows of planned steps.
     *
     * @param commands whether each is told with what is sent, as nothing else tells how one would do it by hand
     */
    static Node plannedSteps(List<PlanStepWithUndo> steps, boolean commands) {
        var box = new VBox(12);
        for (int at = 0; at < steps.size();) {
            int alike = countSimilarSteps(steps, at);
            box.getChildren().add(plannedStepRow(at + 1, steps.get(at), commands));
            if (alike > ALIKE) {
                box.getChildren().add(moreSteps(at + 2, steps.subList(at + 1, at + alike), commands));
            } else {
                for (int i = 1; i < alike; i++) {
                    box.getChildren().add(plannedStepRow(at + i + 1, steps.get(at + i), commands));
                }
            }
            at += alike;
        }
        return box;
    }

    private static Node moreSteps(int number, List<PlanStepWithUndo> steps, boolean commands) {
        var box = new VBox(12);
        box.getChildren().add(InputControlFactory
                .link(MESSAGES.text("more.steps", GroupedNumberFormatter.count(steps.size())), () -> {
                    box.getChildren().clear();
                    for (int i = 0; i < steps.size(); i++) {
                        box.getChildren().add(plannedStepRow(number + i, steps.get(i), commands));
                    }
                }));
        return box;
    }

    private static int countSimilarSteps(List<PlanStepWithUndo> steps, int from) {
        var kind = steps.get(from).step().getClass();
        int to = from + 1;
        while (to < steps.size() && steps.get(to).step().getClass().equals(kind)) {
            to++;
        }
        return to - from;
    }

    private static Node plannedStepRow(int number, PlanStepWithUndo step, boolean commanded) {
        var place = TextLabelFactory.label(Integer.toString(number), "small", "muted", "step-number");
        var text = new VBox(2, TextLabelFactory.wrapped(step.text()));
        if (commanded) {
            text.getChildren()
                    .add(TextLabelFactory.wrapped(shortenCommand(step.step().commandLine()), "mono", "muted"));
        }
        HBox.setHgrow(text, Priority.ALWAYS);
        return new HBox(8, place, text);
    }

    /** Shortens a command that writes a whole file; the full text is what gets copied. */
    private static String shortenCommand(String command) {
        return command.length() <= LONGEST_COMMAND ? command : command.substring(0, LONGEST_COMMAND) + " …";
    }

    /** Returns rows of running steps; similar steps that are done or still to come share one row. */
    static Node runningSteps(List<PlanStepState> steps) {
        var box = LayoutBoxFactory.withStyle(new VBox(0), "run-steps");
        for (int at = 0; at < steps.size();) {
            int same = countSameProgress(steps, at);
            if (same > ALIKE) {
                box.getChildren().add(stepRow(progressSign(steps.get(at)), MESSAGES.text("more.alike",
                        steps.get(at).planned().text(), GroupedNumberFormatter.count(same - 1)), "", ""));
                at += same;
            } else {
                box.getChildren().add(stepRow(steps.get(at)));
                at++;
            }
        }
        return box;
    }

    private static int countSameProgress(List<PlanStepState> steps, int from) {
        var first = steps.get(from);
        int to = from + 1;
        while (to < steps.size() && steps.get(to).progress() == first.progress()
                && steps.get(to).planned().step().getClass().equals(first.planned().step().getClass())) {
            to++;
        }
        if (first.progress() == PlanStepState.StepProgress.DONE
                || first.progress() == PlanStepState.StepProgress.TO_DO) {
            return to - from;
        }
        return 1;
    }

    private static Node stepRow(PlanStepState step) {
        var problem = step.problem();
        var detail = new ArrayList<String>();
        if (problem != null) {
            detail.add(problem.detail());
            detail.add(problem.remedy());
        }
        detail.removeIf(String::isEmpty);
        return stepRow(progressSign(step), step.planned().text(), step.text(), String.join("\n", detail));
    }

    private static Node stepRow(Node glyphNode, String title, String words, String detail) {
        var text = new VBox(2, TextLabelFactory.wrapped(title));
        if (!words.isEmpty()) {
            text.getChildren().addAll(words.contains("\n") ? List.of(outputText(words)) : textLines(words));
        }
        if (!detail.isEmpty()) {
            text.getChildren().add(TextLabelFactory.wrapped(detail, "mono", "muted"));
        }
        HBox.setHgrow(text, Priority.ALWAYS);
        var place = LayoutBoxFactory.withStyle(new StackPane(glyphNode), "run-sign");
        place.setAlignment(Pos.TOP_CENTER);
        return LayoutBoxFactory.withStyle(new HBox(12, place, text), "run-step");
    }

    /** Returns one line for each thing that the text tells. */
    private static List<? extends Node> textLines(String text) {
        return Arrays.stream(text.split(" · ")).map(line -> TextLabelFactory.wrapped(line, "small", "muted")).toList();
    }

    /** Returns the output of a program with its columns aligned. */
    private static Node outputText(String words) {
        var text = TextLabelFactory.label(words, "mono", "run-output");
        text.setMinHeight(Region.USE_PREF_SIZE);
        return text;
    }

    private static Node progressSign(PlanStepState step) {
        return switch (step.progress()) {
            case TO_DO -> pendingDot();
            case RUNNING -> {
                var busy = new ProgressIndicator();
                busy.setMaxSize(14, 14);
                busy.setMinSize(14, 14);
                yield busy;
            }
            case DONE -> StatusGlyph.READY.node();
            case FAILED -> StatusGlyph.BROKEN.node();
            case UNKNOWN -> StatusGlyph.UNREACHABLE.node("warn");
            case GIVEN_UP -> StatusGlyph.NONE.node();
        };
    }

    private static Node pendingDot() {
        var dot = LayoutBoxFactory.withStyle(new Region(), "step-dot");
        dot.setMaxSize(10, 10);
        return dot;
    }

    /** Returns the number of steps done out of all. */
    static Label progressLabel(List<PlanStepState> steps) {
        long done = steps.stream().filter(step -> step.progress() == PlanStepState.StepProgress.DONE).count();
        return TextLabelFactory.label(MESSAGES.text("run.progress", done, steps.size()), "small", "muted");
    }
}

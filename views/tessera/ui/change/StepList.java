package tessera.ui.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.plan.StepState;
import tessera.plan.model.PlannedStep;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** The steps of a change in their order. */
final class StepList {

    /** So many alike in a row are told as one. */
    private static final int ALIKE = 3;
    private static final int LONGEST_COMMAND = 400;

    private StepList() {}

    /**
     * Steps that are to come.
     *
     * @param commands whether each is told with what is sent, as nothing else tells how one would do it by hand
     */
    static Node planned(List<PlannedStep> steps, boolean commands) {
        var box = new VBox(12);
        for (int at = 0; at < steps.size();) {
            int alike = alike(steps, at);
            box.getChildren().add(planned(at + 1, steps.get(at), commands));
            if (alike > ALIKE) {
                box.getChildren().add(more(at + 2, steps.subList(at + 1, at + alike), commands));
            } else {
                for (int i = 1; i < alike; i++) {
                    box.getChildren().add(planned(at + i + 1, steps.get(at + i), commands));
                }
            }
            at += alike;
        }
        return box;
    }

    private static Node more(int number, List<PlannedStep> steps, boolean commands) {
        var box = new VBox(12);
        var all = new Hyperlink("and %s like it".formatted(NumberText.count(steps.size())));
        all.setOnAction(event -> {
            box.getChildren().clear();
            for (int i = 0; i < steps.size(); i++) {
                box.getChildren().add(planned(number + i, steps.get(i), commands));
            }
        });
        box.getChildren().add(all);
        return box;
    }

    private static int alike(List<PlannedStep> steps, int from) {
        var kind = steps.get(from).step().getClass();
        int to = from + 1;
        while (to < steps.size() && steps.get(to).step().getClass().equals(kind)) {
            to++;
        }
        return to - from;
    }

    private static Node planned(int number, PlannedStep step, boolean commanded) {
        var place = SelectableText.label(Integer.toString(number), "small", "muted", "step-number");
        var text = new VBox(2, SelectableText.wrapped(step.words()));
        if (commanded) {
            text.getChildren().add(SelectableText.wrapped(shortened(step.step().command()), "mono", "muted"));
        }
        HBox.setHgrow(text, Priority.ALWAYS);
        return new HBox(8, place, text);
    }

    /** One that writes a whole file is read in full where it is copied from. */
    private static String shortened(String command) {
        return command.length() <= LONGEST_COMMAND ? command : command.substring(0, LONGEST_COMMAND) + " …";
    }

    /** Steps under way: those alike that are done, and those that are to come, are told as one. */
    static Node running(List<StepState> steps) {
        var box = new VBox(0);
        box.getStyleClass().add("run-steps");
        for (int at = 0; at < steps.size();) {
            int same = same(steps, at);
            if (same > ALIKE) {
                box.getChildren().add(row(sign(steps.get(at)), "%s, and %s like it"
                        .formatted(steps.get(at).planned().words(), NumberText.count(same - 1)), "", ""));
                at += same;
            } else {
                box.getChildren().add(row(steps.get(at)));
                at++;
            }
        }
        return box;
    }

    private static int same(List<StepState> steps, int from) {
        var first = steps.get(from);
        int to = from + 1;
        while (to < steps.size() && steps.get(to).progress() == first.progress()
                && steps.get(to).planned().step().getClass().equals(first.planned().step().getClass())) {
            to++;
        }
        return first.progress() == StepState.StepProgress.DONE || first.progress() == StepState.StepProgress.TO_DO
                ? to - from
                : 1;
    }

    private static Node row(StepState step) {
        var problem = step.problem();
        var detail = new ArrayList<String>();
        if (problem != null) {
            detail.add(problem.detail());
            detail.add(problem.remedy());
        }
        detail.removeIf(String::isEmpty);
        return row(sign(step), step.planned().words(), step.words(), String.join("\n", detail));
    }

    private static Node row(Node sign, String title, String words, String detail) {
        var text = new VBox(2, SelectableText.wrapped(title));
        if (!words.isEmpty()) {
            text.getChildren().addAll(words.contains("\n") ? List.of(output(words)) : lines(words));
        }
        if (!detail.isEmpty()) {
            text.getChildren().add(SelectableText.wrapped(detail, "mono", "muted"));
        }
        HBox.setHgrow(text, Priority.ALWAYS);
        var place = new StackPane(sign);
        place.getStyleClass().add("run-sign");
        place.setAlignment(Pos.TOP_CENTER);
        var row = new HBox(12, place, text);
        row.getStyleClass().add("run-step");
        return row;
    }

    /** What is told of several things, each in a line of its own. */
    private static List<? extends Node> lines(String words) {
        return Arrays.stream(words.split(" · ")).map(line -> SelectableText.wrapped(line, "small", "muted")).toList();
    }

    /** What a program wrote: its columns stay below each other. */
    private static Node output(String words) {
        var text = SelectableText.label(words, "mono", "run-output");
        text.setMinHeight(Region.USE_PREF_SIZE);
        return text;
    }

    private static Node sign(StepState step) {
        return switch (step.progress()) {
            case TO_DO -> dot();
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

    private static Node dot() {
        var dot = new Region();
        dot.getStyleClass().add("step-dot");
        dot.setMaxSize(10, 10);
        return dot;
    }

    /** How many of how many. */
    static Label count(List<StepState> steps) {
        long done = steps.stream().filter(step -> step.progress() == StepState.StepProgress.DONE).count();
        return SelectableText.label(
                "%s of %s done".formatted(NumberText.count(done), NumberText.of(steps.size(), "step")), "small",
                "muted");
    }
}

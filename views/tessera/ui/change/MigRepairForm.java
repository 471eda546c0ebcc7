package tessera.ui.change;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.MigChangeProblem;
import tessera.plan.node.MigManagerRestartObstacleFinder;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for the repair of a MIG change that does not finish by itself. */
final class MigRepairForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRepairForm.class);

    private final MigChangeFormFields fields = new MigChangeFormFields();
    private final ToggleGroup actionToggles = new ToggleGroup();
    private final CheckBox open = InputControlFactory.checkBox("mend-open", MESSAGES.text("repair.uncordon"));
    private final VBox restart = new VBox(2);

    /** Returns the known problems with the MIG changes of nodes; empty where there are none. */
    static List<MigChangeProblem> findTroubles(List<NodeWithBoundPods> nodes) {
        return nodes.stream().map(NodeWithBoundPods::nodeSummary)
                .flatMap(nodeSummary -> MigChangeProblem.of(nodeSummary.labels(), nodeSummary.allocatable()).stream())
                .toList();
    }

    /** Offers no restart of a MIG manager that does not help, and says why. */
    private void lookFor(List<NodeWithBoundPods> nodes, OpenClusterSource services) {
        var clusterSnapshot = services.snapshots().get();
        new BackgroundQuery<Optional<Problem>>(problem -> problem.ifPresent(this::withdraw), _ -> {}).submit(() -> {
            var hindrances = new MigManagerRestartObstacleFinder(services.clusterServices().planLookups(),
                    clusterSnapshot);
            var missing = nodes.stream().flatMap(info -> hindrances.missing(info.name()).stream()).findFirst();
            if (missing.isPresent()) {
                return missing;
            }
            return hindrances
                    .hindrancesOf(nodes.stream().map(NodeWithBoundPods::nodeSummary)
                            .collect(Collectors.toMap(NodeSummary::name, NodeSummary::labels)))
                    .values().stream().findFirst();
        });
    }

    private void withdraw(Problem problem) {
        boolean chosen = actionToggles.getSelectedToggle() == null
                || actionToggles.getSelectedToggle().getUserData() == MigRepairAction.RESTART_MANAGER;
        actionToggles.getToggles().removeIf(choice -> choice.getUserData() == MigRepairAction.RESTART_MANAGER);
        if (chosen) {
            actionToggles.selectToggle(actionToggles.getToggles().stream().findFirst().orElse(null));
        }
        var text = TextLabelFactory.wrapped(MESSAGES.text("repair.restartUseless", problem.textWithRemedy()), "small",
                "muted");
        text.setId("mend-withdrawn");
        restart.getChildren().setAll(text);
    }

    MigRepairForm(TargetNodesField targets, OpenClusterSource services) {
        super(MESSAGES.text("repair.title"), targets);
        open.setSelected(targets.nodes().stream().anyMatch(info -> info.nodeSummary().unschedulable()));
        var troubles = findTroubles(targets.nodes());
        var wrong = new VBox(8);
        troubles.forEach(migProblem -> wrong.getChildren()
                .add(TextLabelFactory.withSign(StatusGlyph.WARNING, migProblem.text())));
        if (troubles.isEmpty()) {
            wrong.getChildren().add(TextLabelFactory.wrapped(MESSAGES.text("repair.noProblem"), "muted"));
        }
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("form.nodes"), targets.node(), "")
                .addQuestion(MESSAGES.text("repair.problem"), wrong, "")
                .addQuestion(MESSAGES.text("repair.action"), repairChoices(troubles), "")
                .addQuestion(MESSAGES.text("repair.afterwards"), open, "")
                .addQuestion(MESSAGES.text("repair.allowed"), fields.node(false), "").node());
        evaluateNodesWith(Stream
                .concat(Stream.of(fields.answers()),
                        Stream.of(actionToggles.selectedToggleProperty(), open.selectedProperty()))
                .toArray(Observable[]::new));
        lookFor(targets.nodes(), services);
    }

    private VBox repairChoices(List<MigChangeProblem> troubles) {
        var likely = troubles.stream().flatMap(migProblem -> migProblem.repairs().stream()).distinct().toList();
        var box = new VBox(12);
        Arrays.stream(MigRepairAction.values()).filter(way -> likely.isEmpty() || likely.contains(way)).forEach(way -> {
            var choice = new RadioButton(repairTitle(way));
            choice.setToggleGroup(actionToggles);
            choice.setUserData(way);
            choice.setId("mend-" + way.commandWord());
            choice.setSelected(!likely.isEmpty() && likely.getFirst() == way);
            var about = way == MigRepairAction.RESTART_MANAGER ? restart : new VBox(2);
            about.getChildren().setAll(choice, TextLabelFactory.wrapped(repairText(way), "small", "muted"));
            box.getChildren().add(about);
        });
        return box;
    }

    private static String repairTitle(MigRepairAction way) {
        return switch (way) {
            case RESTART_MANAGER -> MESSAGES.text("repair.restartManager");
            case END_PAUSE -> MESSAGES.text("repair.endPause");
            case RESTART_PLUGIN -> MESSAGES.text("repair.restartPlugin");
        };
    }

    private static String repairText(MigRepairAction way) {
        return switch (way) {
            case RESTART_MANAGER -> MESSAGES.text("repair.restartManagerWhy");
            case END_PAUSE -> MESSAGES.text("repair.endPauseWhy");
            case RESTART_PLUGIN -> MESSAGES.text("repair.restartPluginWhy");
        };
    }

    @Override
    String answerProblem() {
        return actionToggles.getSelectedToggle() == null ? MESSAGES.text("repair.actionMissing") : fields.problemText();
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        return new MigRepairIntent(nodes, (MigRepairAction) actionToggles.getSelectedToggle().getUserData(),
                fields.drainTerms(), fields.timeLimit(), open.isSelected());
    }

    @Override
    Node firstAnswer() {
        return open;
    }
}

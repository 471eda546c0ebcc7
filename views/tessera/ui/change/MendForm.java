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
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.plan.intent.MendMig;
import tessera.plan.intent.MendMig.MigRepair;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.node.MigHindrances;
import tessera.plan.node.MigTrouble;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** How a change of MIG is to be brought to an end that does not come to one by itself. */
final class MendForm extends NodeForm {

    private final MigTerms terms;
    private final ToggleGroup ways;
    private final CheckBox open;
    private final VBox restart = new VBox(2);
    private final Node node;

    /** What is wrong with a node's change of MIG; nothing where nothing is known to be. */
    static List<MigTrouble> troubles(List<NodeInfo> nodes) {
        return nodes.stream().map(NodeInfo::facts)
                .flatMap(facts -> MigTrouble.of(facts.labels(), facts.allocatable()).stream()).toList();
    }

    static MendForm of(TargetsField targets, AppServices desk) {
        var form = new MendForm(targets, new MigTerms(), new ToggleGroup(),
                new CheckBox("Open the nodes to pods afterwards, even if they are closed now"));
        form.lookFor(targets.nodes(), desk);
        return form;
    }

    /** Offers no restart of a MIG manager that does not help, and says why. */
    private void lookFor(List<NodeInfo> nodes, AppServices desk) {
        var snapshot = desk.snapshots().get();
        new AsyncQuery<Optional<Problem>>(why -> why.ifPresent(this::withdraw), _ -> {}).ask(() -> {
            var hindrances = new MigHindrances(desk.reached().lookups(), snapshot);
            var missing = nodes.stream().flatMap(info -> hindrances.missing(info.name()).stream()).findFirst();
            return missing.isPresent() ? missing
                    : hindrances.of(nodes.stream().map(NodeInfo::facts)
                            .collect(Collectors.toMap(NodeFacts::name, NodeFacts::labels))).values().stream()
                            .findFirst();
        });
    }

    private void withdraw(Problem why) {
        boolean chosen = ways.getSelectedToggle() == null
                || ways.getSelectedToggle().getUserData() == MigRepair.RESTART_MANAGER;
        ways.getToggles().removeIf(choice -> choice.getUserData() == MigRepair.RESTART_MANAGER);
        if (chosen) {
            ways.selectToggle(ways.getToggles().stream().findFirst().orElse(null));
        }
        var words = SelectableText.wrapped("Restarting the MIG manager does not help: " + why.advice(), "small",
                "muted");
        words.setId("mend-withdrawn");
        restart.getChildren().setAll(words);
    }

    private MendForm(TargetsField targets, MigTerms terms, ToggleGroup ways, CheckBox open) {
        super("Mend MIG", targets, Stream.concat(Stream.of(terms.answers()),
                Stream.of(ways.selectedToggleProperty(), open.selectedProperty())).toArray(Observable[]::new));
        this.terms = terms;
        this.ways = ways;
        this.open = open;
        open.setId("mend-open");
        open.setSelected(targets.nodes().stream().anyMatch(info -> info.facts().unschedulable()));
        var troubles = troubles(targets.nodes());
        var wrong = new VBox(8);
        troubles.forEach(trouble -> wrong.getChildren().add(SelectableText.told(StatusGlyph.WARNING, trouble.words())));
        if (troubles.isEmpty()) {
            wrong.getChildren().add(SelectableText.wrapped("Nothing is known to be wrong", "muted"));
        }
        node = new FormGrid().ask("Nodes", targets.node(), "").ask("What is wrong", wrong, "")
                .ask("What to do", choices(troubles), "").ask("Afterwards", open, "")
                .ask("What may happen", terms.node(false), "")
                .node();
    }

    private VBox choices(List<MigTrouble> troubles) {
        var likely = troubles.stream().flatMap(trouble -> trouble.ways().stream()).distinct().toList();
        var box = new VBox(12);
        Arrays.stream(MigRepair.values()).filter(way -> likely.isEmpty() || likely.contains(way)).forEach(way -> {
            var choice = new RadioButton(title(way));
            choice.setToggleGroup(ways);
            choice.setUserData(way);
            choice.setId("mend-" + way.word());
            choice.setSelected(!likely.isEmpty() && likely.getFirst() == way);
            var about = way == MigRepair.RESTART_MANAGER ? restart : new VBox(2);
            about.getChildren().setAll(choice, SelectableText.wrapped(explained(way), "small", "muted"));
            box.getChildren().add(about);
        });
        return box;
    }

    private static String title(MigRepair way) {
        return switch (way) {
            case RESTART_MANAGER -> "Restart the MIG manager";
            case END_PAUSE -> "Resume the paused components";
            case RESTART_PLUGIN -> "Restart the device plugin";
        };
    }

    private static String explained(MigRepair way) {
        return switch (way) {
            case RESTART_MANAGER ->
                "It does again what the node was told, and opens what it paused. The node is closed "
                        + "meanwhile, and pods that hold GPUs are evicted, as they would make it fail.";
            case END_PAUSE ->
                "The labels nvidia.com/gpu.deploy.* become true, and the change is given up. GPUs keep "
                        + "the layout they have now.";
            case RESTART_PLUGIN -> "It looks again what the GPUs are divided into. No pod of yours is touched.";
        };
    }

    @Override
    String mistake() {
        return ways.getSelectedToggle() == null ? "Choose what to do" : terms.mistake();
    }

    @Override
    NodeIntent wanted(NodeTargets nodes) {
        return new MendMig(nodes, (MigRepair) ways.getSelectedToggle().getUserData(), terms.evictions(), terms.limit(),
                open.isSelected());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    Node first() {
        return open;
    }
}

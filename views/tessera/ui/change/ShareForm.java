package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.plan.context.SharingSetup;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.ChangeSharing.ConfigAssignment;
import tessera.plan.intent.ChangeSharing.DefaultSharing;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;
import tessera.sharing.PluginConfig;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;

/** Form for the sharing of the GPUs of some nodes, or of all. */
final class ShareForm implements ComputedForm {

    private final TargetsField targets;
    private final AppServices desk;
    private final SegmentedChoice<NodeScope> scope = new SegmentedChoice<>("share-scope", List.of(NodeScope.values()),
            NodeScope::title);
    private final SharingFields answers = new SharingFields(this::refresh);
    private final VBox place = new VBox(8);
    private final SharingPreview outlook = new SharingPreview();
    private final FormResult result = new FormResult();
    private final Node node;
    private Optional<SharingSetup> setup = Optional.empty();

    /** The scope of the change: some nodes, or all without a label. */
    private enum NodeScope {
        SOME("Some nodes"),
        ALL("All nodes without a label");

        private final String title;

        NodeScope(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** @param wide whether all nodes are meant at first */
    ShareForm(TargetsField targets, boolean wide, AppServices desk) {
        this.targets = targets;
        this.desk = desk;
        scope.choose(wide ? NodeScope.ALL : NodeScope.SOME);
        place.getChildren().setAll(scope.node());
        node = new FormGrid().addQuestion("Nodes", place, "").addQuestion("How", answers.methodNode(), "")
                .addQuestion("", answers.detailsNode(), "")
                .addQuestion("What they will offer", outlook.node(), "").node();
        targets.nodes().stream().findFirst().ifPresent(answers::beginWithNode);
        scope.chosenProperty().addListener((chosen, old, now) -> refresh());
        targets.targets().subscribe(those -> refresh());
        new AsyncQuery<>(this::applySetup, this::showProblem)
                .submit(() -> desk.clusterServices().planLookups().readSharing());
    }

    private void applySetup(SharingSetup known) {
        setup = Optional.of(known);
        answers.offerConfigs(known.documents());
        refresh();
    }

    private void showProblem(Problem problem) {
        outlook.showProblem(problem);
    }

    /** Begins with a configuration that exists. */
    void chooseConfig(String config) {
        scope.choose(NodeScope.SOME);
        answers.chooseConfig(config);
    }

    private boolean isForAllNodes() {
        return scope.chosenProperty().get() == NodeScope.ALL;
    }

    /** Returns the target nodes at present. */
    private List<NodeInfo> targetNodes() {
        return isForAllNodes() ? SharingSetup.gpuNodes(desk.snapshots().get()).stream()
                .filter(node -> node.facts().label(ConfigChoice.LABEL).isEmpty()).toList() : targets.nodes();
    }

    private void refresh() {
        place.getChildren().setAll(scope.node(), isForAllNodes() ? SelectableText.wrapped(
                "The default of the cluster. Nodes that a label has take another configuration keep theirs.", "small",
                "muted") : targets.node());
        answers.offerDefault(!isForAllNodes());
        answers.offerResources(targetNodes());
        var wrong = currentProblem();
        result.set(wrong, this::readIntent);
        outlook.show(targetNodes(), answers.resultingShares(defaultShares()));
    }

    private String currentProblem() {
        var where = isForAllNodes() ? "" : targets.problemText();
        return where.isEmpty() ? answers.problemText() : where;
    }

    /** Returns the sharing of nodes that no label configures otherwise. */
    private Optional<DeviceShares> defaultShares() {
        return setup.flatMap(known -> known.sharesOf(known.choiceForLabel("")));
    }

    private ChangeSharing readIntent() {
        var key = answers.configKey();
        Map<String, String> write = answers.writesConfig()
                ? Map.of(key,
                        PluginConfig.sharingOnly(answers.resultingShares(defaultShares()).orElse(DeviceShares.NONE))
                                .yaml())
                : Map.of();
        var takes = new ArrayList<ConfigAssignment>();
        if (!isForAllNodes()) {
            targets.targets().getValue().ifPresent(those -> takes.add(new ConfigAssignment(those, key)));
        }
        return new ChangeSharing(write, Set.of(), takes,
                isForAllNodes() ? Optional.of(new DefaultSharing(ChangeSharing.SAME_MAP, key)) : Optional.empty());
    }

    @Override
    public String title() {
        return "Share GPUs";
    }

    @Override
    public String subject() {
        return isForAllNodes() ? "all nodes" : targets.targetsText();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        if (isForAllNodes() || !targets.focusSelector()) {
            answers.focus();
        }
    }
}

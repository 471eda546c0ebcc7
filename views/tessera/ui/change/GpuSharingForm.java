package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuSharingIntent.SharingConfigAssignment;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Form for the sharing of the GPUs of some nodes, or of all. */
final class GpuSharingForm implements RecomputingChangeForm {

    private final TargetNodesField targets;
    private final AppServices services;
    private final SegmentedChoiceControl<SharingNodeScope> scope = new SegmentedChoiceControl<>("share-scope",
            List.of(SharingNodeScope.values()),
            SharingNodeScope::title);
    private final GpuSharingFormFields answers = new GpuSharingFormFields(this::refresh);
    private final VBox contentBox = new VBox(8);
    private final GpuSharingResourcePreview outlook = new GpuSharingResourcePreview();
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();
    private final Node node;
    private Optional<DevicePluginSharingConfiguration> setup = Optional.empty();

    /** The scope of the change: some nodes, or all without a label. */
    private enum SharingNodeScope {
        SOME("Some nodes"),
        ALL("All nodes without a label");

        private final String title;

        SharingNodeScope(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** @param wide whether all nodes are meant at first */
    GpuSharingForm(TargetNodesField targets, boolean wide, AppServices services) {
        this.targets = targets;
        this.services = services;
        scope.choose(wide ? SharingNodeScope.ALL : SharingNodeScope.SOME);
        contentBox.getChildren().setAll(scope.node());
        node = new FormFieldGrid().addQuestion("Nodes", contentBox, "").addQuestion("How", answers.methodNode(), "")
                .addQuestion("", answers.detailsNode(), "")
                .addQuestion("What they will offer", outlook.node(), "").node();
        targets.nodes().stream().findFirst().ifPresent(answers::beginWithNode);
        scope.chosenProperty().addListener((chosen, old, now) -> refresh());
        targets.targets().subscribe(those -> refresh());
        new BackgroundQuery<>(this::applySetup, this::showProblem)
                .submit(() -> services.clusterServices().planLookups().readSharing());
    }

    private void applySetup(DevicePluginSharingConfiguration sharingConfiguration) {
        setup = Optional.of(sharingConfiguration);
        answers.offerConfigs(sharingConfiguration.documents());
        refresh();
    }

    private void showProblem(Problem problem) {
        outlook.showProblem(problem);
    }

    /** Begins with a configuration that exists. */
    void chooseConfig(String config) {
        scope.choose(SharingNodeScope.SOME);
        answers.chooseConfig(config);
    }

    private boolean isForAllNodes() {
        return scope.chosenProperty().get() == SharingNodeScope.ALL;
    }

    /** Returns the target nodes at present. */
    private List<NodeWithBoundPods> targetNodes() {
        return isForAllNodes() ? DevicePluginSharingConfiguration.gpuNodes(services.snapshots().get()).stream()
                .filter(node -> node.nodeSummary().label(DevicePluginConfigChoice.LABEL).isEmpty()).toList()
                : targets.nodes();
    }

    private void refresh() {
        contentBox.getChildren().setAll(scope.node(), isForAllNodes() ? TextLabelFactory.wrapped(
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
    private Optional<DeviceShareCounts> defaultShares() {
        return setup.flatMap(
                sharingConfiguration -> sharingConfiguration.sharesOf(sharingConfiguration.choiceForLabel("")));
    }

    private GpuSharingIntent readIntent() {
        var key = answers.configKey();
        Map<String, String> write = answers.writesConfig()
                ? Map.of(key,
                        DevicePluginConfig
                                .sharingOnly(answers.resultingShares(defaultShares()).orElse(DeviceShareCounts.NONE))
                                .yaml())
                : Map.of();
        var takes = new ArrayList<SharingConfigAssignment>();
        if (!isForAllNodes()) {
            targets.targets().getValue()
                    .ifPresent(nodeTargets -> takes.add(new SharingConfigAssignment(nodeTargets, key)));
        }
        return new GpuSharingIntent(write, Set.of(), takes,
                isForAllNodes() ? Optional.of(new DefaultSharingConfig(GpuSharingIntent.SAME_MAP, key))
                        : Optional.empty());
    }

    @Override
    public String title() {
        return "Share GPUs";
    }

    @Override
    public String subjectText() {
        return isForAllNodes() ? "all nodes" : targets.targetsText();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ChangeIntentFormResult result() {
        return result;
    }

    @Override
    public void focus() {
        if (isForAllNodes() || !targets.focusSelector()) {
            answers.focus();
        }
    }
}

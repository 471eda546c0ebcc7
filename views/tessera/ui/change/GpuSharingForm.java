package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuSharingIntent.SharingConfigAssignment;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.ShareableNodeDevices;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for the sharing of the GPUs of some nodes, or of all. */
final class GpuSharingForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingForm.class);

    private final TargetNodesField targets;
    private final OpenClusterSource services;
    private final SegmentedChoiceControl<SharingNodeScope> scope = new SegmentedChoiceControl<>("share-scope",
            List.of(SharingNodeScope.values()), SharingNodeScope::title);
    private final GpuSharingFormFields answers = new GpuSharingFormFields(this::refresh);
    private final VBox contentBox = new VBox(8);
    private final GpuSharingResourcePreview outlook = new GpuSharingResourcePreview();
    private Optional<DevicePluginSharingConfiguration> setup = Optional.empty();

    /** The scope of the change: some nodes, or all without a label. */
    private enum SharingNodeScope {
        SOME("share.someNodes"),
        ALL("share.allNodes");

        private final String titleKey;

        SharingNodeScope(String titleKey) {
            this.titleKey = titleKey;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }
    }

    /** @param wide whether all nodes are meant at first */
    GpuSharingForm(TargetNodesField targets, boolean wide, OpenClusterSource services) {
        super(MESSAGES.text("share.title"), "");
        this.targets = targets;
        this.services = services;
        scope.choose(wide ? SharingNodeScope.ALL : SharingNodeScope.SOME);
        contentBox.getChildren().setAll(scope.node());
        setContent(new FormFieldGrid().addQuestion(MESSAGES.text("form.nodes"), contentBox, "")
                .addQuestion(MESSAGES.text("share.method"), answers.methodNode(), "")
                .addQuestion("", answers.detailsNode(), "")
                .addQuestion(MESSAGES.text("share.result"), outlook.node(), "").node());
        targets.nodes().stream().findFirst().ifPresent(answers::beginWithNode);
        evaluateWith(this::refresh, scope.chosenProperty(), targets.targets());
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
        if (isForAllNodes()) {
            return DevicePluginSharingConfiguration.gpuNodes(services.snapshots().get()).stream()
                    .filter(node -> node.nodeSummary().label(DevicePluginConfigChoice.LABEL).isEmpty()).toList();
        }
        return targets.nodes();
    }

    private void refresh() {
        contentBox.getChildren().setAll(scope.node(),
                isForAllNodes() ? TextLabelFactory.wrapped(MESSAGES.text("share.allNodesWhy"), "small", "muted")
                        : targets.node());
        answers.offerDefault(!isForAllNodes());
        answers.offerResources(targetNodes());
        setResult(currentProblem(), this::readIntent);
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
                ? Map.of(key, DevicePluginConfig
                        .sharingOnly(answers.resultingShares(defaultShares()).orElse(DeviceShareCounts.NONE)).yaml())
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
    String subjectText() {
        return isForAllNodes() ? MESSAGES.text("share.allNodesSubject") : targets.targetsText();
    }

    @Override
    protected void focus() {
        if (isForAllNodes() || !targets.focusSelector()) {
            answers.focus();
        }
    }

    /** Preview of the resources that nodes would offer with the answers so far. FX thread. */
    private static final class GpuSharingResourcePreview {

        private static final int FEW = 8;

        private final VBox box = new VBox(8);

        GpuSharingResourcePreview() {
            box.setId("share-outlook");
        }

        Node node() {
            return box;
        }

        void showProblem(Problem problem) {
            box.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
        }

        void show(List<NodeWithBoundPods> nodes, Optional<DeviceShareCounts> shares) {
            if (nodes.isEmpty() || shares.isEmpty()) {
                box.getChildren().setAll(TextLabelFactory.label("–", "muted"));
                return;
            }
            var grid = new GridPane(16, 6);
            int row = 0;
            for (var node : nodes.subList(0, Math.min(FEW, nodes.size()))) {
                grid.addRow(row++, nodeLine(node, shares.get()));
            }
            box.getChildren().setAll(grid);
            if (nodes.size() > FEW) {
                box.getChildren().add(
                        TextLabelFactory.label(MESSAGES.text("share.moreNodes", nodes.size() - FEW), "small", "muted"));
            }
        }

        private static Node[] nodeLine(NodeWithBoundPods node, DeviceShareCounts shares) {
            var devices = ShareableNodeDevices.fromNode(node.nodeSummary().labels(),
                    node.nodeSummary().capacity().toMap());
            var advertisedShares = AdvertisedShares.compute(devices, shares);
            var name = TextLabelFactory.whole(node.name(), "strong");
            if (!advertisedShares.problem().isEmpty()) {
                return new Node[] {name, TextLabelFactory.label(currentResourcesText(node), "small", "muted"),
                    TextLabelFactory.label("→", "small", "muted"),
                    TextLabelFactory.withSign(StatusGlyph.BROKEN, advertisedShares.problem(), "small")};
            }
            var sums = advertisedShares.resources().entrySet().stream().filter(each -> each.getValue() > 0)
                    .map(each -> resourceSumText(each.getKey(), each.getValue(), devices, shares))
                    .collect(Collectors.joining(", "));
            var now = TextLabelFactory.whole(currentResourcesText(node), "small", "muted");
            return new Node[] {name, now, TextLabelFactory.label("→", "small", "muted"),
                TextLabelFactory.wrapped(OptionalText.orElse(sums, MESSAGES.text("resources.none")), "small")};
        }

        /** Returns the resources that the node offers at present, e.g. “16 gpu”. */
        private static String currentResourcesText(NodeWithBoundPods node) {
            var capacity = node.nodeSummary().capacity();
            var text = capacity.names().stream()
                    .filter(name -> DeviceShareCounts.baseName(name).equals(DeviceShareCounts.GPU)
                            || name.startsWith(DeviceShareCounts.MIG))
                    .filter(name -> capacity.get(name) > 0)
                    .map(name -> capacity.get(name) + " " + name.substring(name.indexOf('/') + 1))
                    .collect(Collectors.joining(", "));
            return OptionalText.orElse(text, MESSAGES.text("resources.none"));
        }

        /** Returns the calculation of a resource, such as “8 × 4 = 32 nvidia.com/gpu”. */
        private static String resourceSumText(String resource, long amount, ShareableNodeDevices devices,
                DeviceShareCounts shares) {
            var plain = DeviceShareCounts.baseName(resource);
            int each = shares.replicasOf(plain);
            var bound = devices.migInstancesAtMost() && plain.startsWith(DeviceShareCounts.MIG) ? "≤ " : "";
            if (each == 1) {
                return "%s%d %s".formatted(bound, amount, resource);
            }
            return "%s%d × %d = %d %s".formatted(bound, plain.equals(DeviceShareCounts.GPU) ? devices.gpus()
                    : devices.migInstances().getOrDefault(plain, 0L), each, amount, resource);
        }
    }
}

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
import tessera.plan.intent.ChangeSharing.Takes;
import tessera.plan.intent.ChangeSharing.Usual;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;
import tessera.sharing.PluginConfig;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;

/** How the GPUs of some nodes, or of all, shall be shared. */
final class ShareForm implements ResultForm {

    private final TargetsField targets;
    private final AppServices desk;
    private final SegmentedChoice<NodeScope> scope = new SegmentedChoice<>("share-scope", List.of(NodeScope.values()),
            NodeScope::title);
    private final ShareAnswers answers = new ShareAnswers(this::look);
    private final VBox place = new VBox(8);
    private final ShareOutlook outlook = new ShareOutlook();
    private final FormResult result = new FormResult();
    private final Node node;
    private Optional<SharingSetup> setup = Optional.empty();

    /** Which nodes are meant. */
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
        node = new FormGrid().ask("Nodes", place, "").ask("How", answers.how(), "").ask("", answers.details(), "")
                .ask("What they will offer", outlook.node(), "").node();
        targets.nodes().stream().findFirst().ifPresent(answers::begin);
        scope.chosenProperty().addListener((chosen, old, now) -> look());
        targets.targets().subscribe(those -> look());
        new AsyncQuery<>(this::know, this::excuse).ask(() -> desk.reached().lookups().sharing());
    }

    private void know(SharingSetup known) {
        setup = Optional.of(known);
        answers.offer(known.documents());
        look();
    }

    private void excuse(Problem why) {
        outlook.excuse(why);
    }

    /** Begins with a configuration that there is. */
    void choose(String config) {
        scope.choose(NodeScope.SOME);
        answers.choose(config);
    }

    private boolean all() {
        return scope.chosenProperty().get() == NodeScope.ALL;
    }

    /** The nodes that are meant as of now. */
    private List<NodeInfo> nodes() {
        return all() ? SharingSetup.gpuNodes(desk.snapshots().get()).stream()
                .filter(each -> each.facts().label(ConfigChoice.LABEL).isEmpty()).toList() : targets.nodes();
    }

    private void look() {
        place.getChildren().setAll(scope.node(), all() ? SelectableText.wrapped(
                "The default of the cluster. Nodes that a label has take another configuration keep theirs.", "small",
                "muted") : targets.node());
        answers.offerUsual(!all());
        answers.offerResources(nodes());
        var wrong = wrong();
        result.set(wrong, this::wanted);
        outlook.show(nodes(), answers.shares(usual()));
    }

    private String wrong() {
        var where = all() ? "" : targets.complaint();
        return where.isEmpty() ? answers.mistake() : where;
    }

    /** What nodes take that no label tells otherwise. */
    private Optional<DeviceShares> usual() {
        return setup.flatMap(known -> known.shares(known.choice("")));
    }

    private ChangeSharing wanted() {
        var key = answers.key();
        Map<String, String> write = answers.writes()
                ? Map.of(key, PluginConfig.of(answers.shares(usual()).orElse(DeviceShares.NONE)).yaml())
                : Map.of();
        var takes = new ArrayList<Takes>();
        if (!all()) {
            targets.targets().getValue().ifPresent(those -> takes.add(new Takes(those, key)));
        }
        return new ChangeSharing(write, Set.of(), takes,
                all() ? Optional.of(new Usual(ChangeSharing.SAME_MAP, key)) : Optional.empty());
    }

    @Override
    public String title() {
        return "Share GPUs";
    }

    @Override
    public String subject() {
        return all() ? "all nodes" : targets.words();
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
        if (all() || !targets.focus()) {
            answers.focus();
        }
    }
}

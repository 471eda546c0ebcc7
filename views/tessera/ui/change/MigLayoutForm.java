package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.mig.MigProductCatalog;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;
import tessera.plan.intent.RequestedMigLayout;
import tessera.plan.node.MigConfigurationChoices.ChoiceStatus;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.change.mig.MigBeforeAfterPane;
import tessera.ui.change.mig.MigConfigurationList;
import tessera.ui.change.mig.MigLayoutEditor;
import tessera.ui.change.mig.NodeStateBeforeMigChange;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * Form for a MIG layout: offered configurations at the left, their effect or a custom layout at the right.
 */
final class MigLayoutForm extends NodeChangeForm {

    private static final int FEW = 6;
    /** What the value of a label may be. */
    private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

    private final AppServices desk;
    private final MigFormFields migFormFields;
    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final BackgroundQuery<NodeStateBeforeMigChange> lookup = new BackgroundQuery<>(
            found -> knowledge().set(new NodeReadState.NodesRead(found)),
            problem -> knowledge().set(new NodeReadState.FailedNodeRead(problem)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final TextField name;
    private final BorderPane node = new BorderPane();

    /** The state of reading the nodes: pending, failed or known. */
    private sealed interface NodeReadState {

        record ReadPending() implements NodeReadState {}

        record FailedNodeRead(Problem why) implements NodeReadState {}

        record NodesRead(NodeStateBeforeMigChange situation) implements NodeReadState {}
    }

    /** The origin of the layout: offered or custom. */
    private enum MigLayoutOrigin {
        OFFERED,
        OWN
    }

    /** The controls of the form that hold answers. */
    private record MigFormFields(MigConfigurationList configs, ObjectProperty<NodeReadState> knowledge,
            SegmentedChoice<MigLayoutOrigin> manner,
            MigLayoutEditor composer, TextField name, MigChangeFields terms) {

        Observable[] observables() {
            return Stream.concat(
                    Stream.of(configs.chosenProperty(), knowledge, manner.chosenProperty(), composer.composedProperty(),
                            name.textProperty()),
                    Stream.of(terms.answers())).toArray(Observable[]::new);
        }
    }

    static MigLayoutForm of(TargetNodesField targets, AppServices desk) {
        return new MigLayoutForm(targets, desk, new MigFormFields(new MigConfigurationList(),
                new SimpleObjectProperty<>(new NodeReadState.ReadPending()), new SegmentedChoice<>("mig-manner",
                        List.of(MigLayoutOrigin.OFFERED, MigLayoutOrigin.OWN),
                        manner -> manner == MigLayoutOrigin.OFFERED ? "As offered" : "Of your own"),
                new MigLayoutEditor(), new TextField(), new MigChangeFields()));
    }

    private MigLayoutForm(TargetNodesField targets, AppServices desk, MigFormFields migFormFields) {
        super("Change MIG layout", targets, migFormFields.observables());
        this.desk = desk;
        this.migFormFields = migFormFields;
        name = migFormFields.name();
        drawing.setId("mig-drawing");
        VBox.setVgrow(migFormFields.configs().node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), migFormFields.manner().node(), source,
                migFormFields.configs().node());
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(ScrollPaneFactory.verticalPane(drawing));
        migFormFields.knowledge().subscribe(this::showKnowledge);
        migFormFields.configs().chosenProperty().addListener((chosen, before, now) -> updateComposer());
        migFormFields.manner().chosenProperty().addListener((manner, before, now) -> updateComposer());
        name.setId("mig-name");
        targets.targets().subscribe(those -> readSituation());
    }

    private ObjectProperty<NodeReadState> knowledge() {
        return migFormFields.knowledge();
    }

    private void readSituation() {
        var names = targets().nodes().stream().map(NodeWithBoundPods::name).toList();
        knowledge().set(new NodeReadState.ReadPending());
        lookup.submit(() -> NodeStateBeforeMigChange.read(desk, names, products));
    }

    private void showKnowledge(NodeReadState known) {
        migFormFields.configs()
                .show(known instanceof NodeReadState.NodesRead(var situation) ? situation.offers() : List.of());
        draw();
    }

    private void showSources(NodeReadState known) {
        source.getChildren().clear();
        if (known instanceof NodeReadState.ReadPending) {
            addSourceLine("Reading what the nodes offer…");
        } else if (known instanceof NodeReadState.NodesRead(var situation)) {
            situation.configSources()
                    .forEach(place -> addSourceLine((isCustom() ? "Begin with one of " : "Offered by ") + place));
            if (situation.unreadCount() > 0) {
                addSourceLine(
                        NumberText.withNoun(situation.unreadCount(), "more node") + ": looked at by the preview only");
            }
        }
    }

    private void addSourceLine(String text) {
        source.getChildren().add(SelectableText.wrapped(text, "small", "muted"));
    }

    /** Starts a custom layout from the chosen configuration, or else from the current one. */
    private void updateComposer() {
        if (isCustom() && knowledge().get() instanceof NodeReadState.NodesRead(var situation)) {
            migFormFields.configs().chosenProperty().get().filter(offer -> offer.refusal().isEmpty())
                    .flatMap(offer -> situation.startFrom(offer.name())).or(situation::commonStart)
                    .ifPresent(migFormFields.composer()::beginWith);
            if (name.getText().isBlank()) {
                name.setText(unusedName(situation));
            }
        }
        draw();
    }

    private boolean isCustom() {
        return migFormFields.manner().chosenProperty().get() == MigLayoutOrigin.OWN;
    }

    private Optional<RequestedMigLayout.CustomLayout> composedRequest() {
        var called = name.getText().strip();
        return migFormFields.composer().composedProperty().get().map(composition -> called.isEmpty()
                ? RequestedMigLayout.CustomLayout.of(composition.toConfigEntries())
                : new RequestedMigLayout.CustomLayout(called, composition.toConfigEntries()));
    }

    /** Returns a configuration name that is not offered yet. */
    private String unusedName(NodeStateBeforeMigChange situation) {
        var names = situation.offers().stream().map(NodeStateBeforeMigChange.CommonMigConfiguration::name).toList();
        var first = targets().nodes().stream().map(NodeWithBoundPods::name).findFirst().orElse("mig") + "-custom";
        return Stream.concat(Stream.of(first), IntStream.rangeClosed(2, names.size() + 2).mapToObj(
                number -> first + "-" + number)).filter(each -> !names.contains(each)).findFirst().orElse(first);
    }

    private void draw() {
        showSources(knowledge().get());
        drawing.getChildren().clear();
        switch (knowledge().get()) {
            case NodeReadState.ReadPending _ ->
                drawing.getChildren().add(ChangePageTextBlocks.section(SelectableText.label("Reading…", "muted")));
            case NodeReadState.FailedNodeRead(var problem) ->
                drawing.getChildren()
                        .add(ChangePageTextBlocks.section(ChangePageTextBlocks.problemBox(problem), rereadButton()));
            case NodeReadState.NodesRead(var situation) when !situation.obstacles().isEmpty() -> {
                var box = ChangePageTextBlocks
                        .section(ChangePageTextBlocks.sectionHead("MIG cannot be changed here now", ""));
                situation.obstacles()
                        .forEach(problem -> box.getChildren().add(ChangePageTextBlocks.problemBox(problem)));
                box.getChildren().add(rereadButton());
                drawing.getChildren().add(box);
            }
            case NodeReadState.NodesRead(var situation) -> drawing.getChildren().addAll(
                    isCustom() ? composerSection(situation) : geometrySection(situation), podsSection(situation.pods()),
                    ChangePageTextBlocks.section(migFormFields.terms().node(situation.hasUnmixedNode())));
        }
    }

    private Node composerSection(NodeStateBeforeMigChange situation) {
        if (situation.commonStart().isEmpty()) {
            return ChangePageTextBlocks.section(SelectableText.withSign(StatusGlyph.INFO,
                    "A layout of one's own is for nodes whose GPUs are alike and known to the catalogue"));
        }
        return ChangePageTextBlocks.section(
                ChangePageTextBlocks.sectionHead("Your layout",
                        "drag a size to a GPU, or choose one and click where it is to be"),
                migFormFields.composer().node(), new HBox(8, SelectableText.label("Name"), name,
                        SelectableText.wrapped("in the ConfigMap of MIG configurations", "small", "muted")));
    }

    private Node geometrySection(NodeStateBeforeMigChange situation) {
        var divisions = migFormFields.configs().chosenProperty().get()
                .map(offer -> situation.layoutEffects(offer.name()))
                .orElseGet(situation::presentLayouts);
        return ChangePageTextBlocks
                .section(ChangePageTextBlocks.sectionHead("Geometry",
                        "one column a GPU, its memory to scale from the top",
                        MigBeforeAfterPane.legendNode()), MigBeforeAfterPane.paneOf(divisions));
    }

    private Button rereadButton() {
        var again = new Button("Read again");
        again.setOnAction(event -> readSituation());
        return again;
    }

    private static Node podsSection(List<PodSummary> pods) {
        if (pods.isEmpty()) {
            return ChangePageTextBlocks.section(SelectableText.withSign(StatusGlyph.READY, "No pod holds these GPUs"));
        }
        var box = ChangePageTextBlocks
                .section(ChangePageTextBlocks.sectionHead(NumberText.withNoun(pods.size(), "pod") + " in the way",
                        "they hold these GPUs and are evicted first"));
        pods.stream().limit(FEW).forEach(pod -> box.getChildren().add(new HBox(12,
                SelectableText.label(pod.node(), "small", "muted"),
                SelectableText.shrinkable(pod.key(), "small", "strong"),
                SelectableText.label(pod.owner().exists() ? pod.owner().kind() : "bare pod, nobody creates it again",
                        "small", "muted"))));
        if (pods.size() > FEW) {
            box.getChildren().add(SelectableText.label("and %s more; the preview names all"
                    .formatted(NumberText.count(pods.size() - FEW)), "small", "muted"));
        }
        return box;
    }

    @Override
    String answerProblem() {
        return switch (knowledge().get()) {
            case NodeReadState.ReadPending _ -> "Reading what the nodes offer…";
            case NodeReadState.FailedNodeRead _ -> "What the nodes offer could not be read";
            case NodeReadState.NodesRead(var situation) when !situation.obstacles().isEmpty() ->
                situation.obstacles().getFirst().headline();
            case NodeReadState.NodesRead(var situation) when isCustom() -> customProblemText(situation);
            case NodeReadState.NodesRead _ -> migFormFields.configs().chosenProperty().get().map(this::offerProblemText)
                    .orElse("Choose a layout");
        };
    }

    private String offerProblemText(NodeStateBeforeMigChange.CommonMigConfiguration offer) {
        var why = offer.refusal()
                .or(() -> migFormFields.terms().allowsMixedStrategy() ? Optional.empty() : offer.strategyProblem());
        return why.map(text -> "%s cannot be had: %s".formatted(offer.name(), text))
                .orElse(migFormFields.terms().problemText());
    }

    private String customProblemText(NodeStateBeforeMigChange situation) {
        var wish = composedRequest();
        if (situation.commonStart().isEmpty() || wish.isEmpty()) {
            return "There is no layout of your own for these nodes together";
        }
        var called = wish.get().name();
        if (!called.matches(NAME)) {
            return "A name has letters, digits, '-', '_' and '.', and at most 63 of them";
        }
        if (situation.offers().stream().anyMatch(offer -> offer.name().equals(called) && !name.getText().isBlank())) {
            return "A layout named %s is offered already; choose another name".formatted(called);
        }
        return switch (situation.worstStatus(wish.get().toConfig(), products)) {
            case ChoiceStatus.ImpossibleChoice(var reason) -> reason;
            case ChoiceStatus.MixedMigStrategyRequired(var reason) when !migFormFields.terms().allowsMixedStrategy() ->
                "It cannot be had: " + reason;
            default -> migFormFields.terms().problemText();
        };
    }

    @Override
    NodeChangeIntent intentFor(NodeTargets nodes) {
        var wish = isCustom() ? composedRequest().orElseThrow()
                : new RequestedMigLayout.ExistingConfigurationLayout(
                        migFormFields.configs().chosenProperty().get()
                                .map(NodeStateBeforeMigChange.CommonMigConfiguration::name).orElseThrow());
        return new ApplyMigConfig(nodes, wish, migFormFields.terms().drainTerms(), migFormFields.terms().timeLimit(),
                migFormFields.terms().allowsMixedStrategy());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean fillsSheet() {
        return true;
    }

    @Override
    Node firstAnswer() {
        return migFormFields.configs().firstAnswer();
    }
}

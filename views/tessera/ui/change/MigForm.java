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
import tessera.mig.MigProducts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.intent.MigLayoutRequest;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;
import tessera.plan.node.MigChoices.ChoiceStatus;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.mig.ConfigList;
import tessera.ui.change.mig.LayoutComposer;
import tessera.ui.change.mig.MigBeforeAfterPane;
import tessera.ui.change.mig.MigSituation;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * Form for a MIG layout: offered configurations at the left, their effect or a custom layout at the right.
 */
final class MigForm extends NodeForm {

    private static final int FEW = 6;
    /** What the value of a label may be. */
    private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

    private final AppServices desk;
    private final Answers answers;
    private final MigProducts products = MigProducts.bundled();
    private final AsyncQuery<MigSituation> lookup = new AsyncQuery<>(
            found -> knowledge().set(new NodeKnowledge.KnownSituation(found)),
            problem -> knowledge().set(new NodeKnowledge.ReadFailed(problem)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final TextField name;
    private final BorderPane node = new BorderPane();

    /** The state of reading the nodes: pending, failed or known. */
    private sealed interface NodeKnowledge {

        record StillReading() implements NodeKnowledge {}

        record ReadFailed(Problem why) implements NodeKnowledge {}

        record KnownSituation(MigSituation situation) implements NodeKnowledge {}
    }

    /** The origin of the layout: offered or custom. */
    private enum LayoutOrigin {
        OFFERED,
        OWN
    }

    /** The controls of the form that hold answers. */
    private record Answers(ConfigList configs, ObjectProperty<NodeKnowledge> knowledge,
            SegmentedChoice<LayoutOrigin> manner,
            LayoutComposer composer, TextField name, MigTerms terms) {

        Observable[] observables() {
            return Stream.concat(
                    Stream.of(configs.chosenProperty(), knowledge, manner.chosenProperty(), composer.composedProperty(),
                            name.textProperty()),
                    Stream.of(terms.answers())).toArray(Observable[]::new);
        }
    }

    static MigForm of(TargetsField targets, AppServices desk) {
        return new MigForm(targets, desk, new Answers(new ConfigList(),
                new SimpleObjectProperty<>(new NodeKnowledge.StillReading()), new SegmentedChoice<>("mig-manner",
                        List.of(LayoutOrigin.OFFERED, LayoutOrigin.OWN),
                        manner -> manner == LayoutOrigin.OFFERED ? "As offered" : "Of your own"),
                new LayoutComposer(), new TextField(), new MigTerms()));
    }

    private MigForm(TargetsField targets, AppServices desk, Answers answers) {
        super("Change MIG layout", targets, answers.observables());
        this.desk = desk;
        this.answers = answers;
        name = answers.name();
        drawing.setId("mig-drawing");
        VBox.setVgrow(answers.configs().node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), answers.manner().node(), source, answers.configs().node());
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(ScrolledPage.verticalPane(drawing));
        answers.knowledge().subscribe(this::showKnowledge);
        answers.configs().chosenProperty().addListener((chosen, before, now) -> updateComposer());
        answers.manner().chosenProperty().addListener((manner, before, now) -> updateComposer());
        name.setId("mig-name");
        targets.targets().subscribe(those -> readSituation());
    }

    private ObjectProperty<NodeKnowledge> knowledge() {
        return answers.knowledge();
    }

    private void readSituation() {
        var names = targets().nodes().stream().map(NodeInfo::name).toList();
        knowledge().set(new NodeKnowledge.StillReading());
        lookup.submit(() -> MigSituation.read(desk, names, products));
    }

    private void showKnowledge(NodeKnowledge known) {
        answers.configs()
                .show(known instanceof NodeKnowledge.KnownSituation(var situation) ? situation.offers() : List.of());
        draw();
    }

    private void showSources(NodeKnowledge known) {
        source.getChildren().clear();
        if (known instanceof NodeKnowledge.StillReading) {
            addSourceLine("Reading what the nodes offer…");
        } else if (known instanceof NodeKnowledge.KnownSituation(var situation)) {
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
        if (isCustom() && knowledge().get() instanceof NodeKnowledge.KnownSituation(var situation)) {
            answers.configs().chosenProperty().get().filter(offer -> offer.refusal().isEmpty())
                    .flatMap(offer -> situation.startFrom(offer.name())).or(situation::commonStart)
                    .ifPresent(answers.composer()::beginWith);
            if (name.getText().isBlank()) {
                name.setText(unusedName(situation));
            }
        }
        draw();
    }

    private boolean isCustom() {
        return answers.manner().chosenProperty().get() == LayoutOrigin.OWN;
    }

    private Optional<MigLayoutRequest.CustomLayout> composedRequest() {
        var called = name.getText().strip();
        return answers.composer().composedProperty().get().map(composition -> called.isEmpty()
                ? MigLayoutRequest.CustomLayout.of(composition.toConfigEntries())
                : new MigLayoutRequest.CustomLayout(called, composition.toConfigEntries()));
    }

    /** Returns a configuration name that is not offered yet. */
    private String unusedName(MigSituation situation) {
        var names = situation.offers().stream().map(MigSituation.CommonConfig::name).toList();
        var first = targets().nodes().stream().map(NodeInfo::name).findFirst().orElse("mig") + "-custom";
        return Stream.concat(Stream.of(first), IntStream.rangeClosed(2, names.size() + 2).mapToObj(
                number -> first + "-" + number)).filter(each -> !names.contains(each)).findFirst().orElse(first);
    }

    private void draw() {
        showSources(knowledge().get());
        drawing.getChildren().clear();
        switch (knowledge().get()) {
            case NodeKnowledge.StillReading _ ->
                drawing.getChildren().add(ChangePageParts.section(SelectableText.label("Reading…", "muted")));
            case NodeKnowledge.ReadFailed(var problem) ->
                drawing.getChildren().add(ChangePageParts.section(ChangePageParts.problemBox(problem), rereadButton()));
            case NodeKnowledge.KnownSituation(var situation) when !situation.obstacles().isEmpty() -> {
                var box = ChangePageParts.section(ChangePageParts.sectionHead("MIG cannot be changed here now", ""));
                situation.obstacles().forEach(problem -> box.getChildren().add(ChangePageParts.problemBox(problem)));
                box.getChildren().add(rereadButton());
                drawing.getChildren().add(box);
            }
            case NodeKnowledge.KnownSituation(var situation) -> drawing.getChildren().addAll(
                    isCustom() ? composerSection(situation) : geometrySection(situation), podsSection(situation.pods()),
                    ChangePageParts.section(answers.terms().node(situation.hasUnmixedNode())));
        }
    }

    private Node composerSection(MigSituation situation) {
        if (situation.commonStart().isEmpty()) {
            return ChangePageParts.section(SelectableText.withSign(StatusGlyph.INFO,
                    "A layout of one's own is for nodes whose GPUs are alike and known to the catalogue"));
        }
        return ChangePageParts.section(
                ChangePageParts.sectionHead("Your layout",
                        "drag a size to a GPU, or choose one and click where it is to be"),
                answers.composer().node(), new HBox(8, SelectableText.label("Name"), name,
                        SelectableText.wrapped("in the ConfigMap of MIG configurations", "small", "muted")));
    }

    private Node geometrySection(MigSituation situation) {
        var divisions = answers.configs().chosenProperty().get().map(offer -> situation.layoutEffects(offer.name()))
                .orElseGet(situation::presentLayouts);
        return ChangePageParts
                .section(ChangePageParts.sectionHead("Geometry", "one column a GPU, its memory to scale from the top",
                        MigBeforeAfterPane.legendNode()), MigBeforeAfterPane.paneOf(divisions));
    }

    private Button rereadButton() {
        var again = new Button("Read again");
        again.setOnAction(event -> readSituation());
        return again;
    }

    private static Node podsSection(List<PodFacts> pods) {
        if (pods.isEmpty()) {
            return ChangePageParts.section(SelectableText.withSign(StatusGlyph.READY, "No pod holds these GPUs"));
        }
        var box = ChangePageParts
                .section(ChangePageParts.sectionHead(NumberText.withNoun(pods.size(), "pod") + " in the way",
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
            case NodeKnowledge.StillReading _ -> "Reading what the nodes offer…";
            case NodeKnowledge.ReadFailed _ -> "What the nodes offer could not be read";
            case NodeKnowledge.KnownSituation(var situation) when !situation.obstacles().isEmpty() ->
                situation.obstacles().getFirst().headline();
            case NodeKnowledge.KnownSituation(var situation) when isCustom() -> customProblemText(situation);
            case NodeKnowledge.KnownSituation _ -> answers.configs().chosenProperty().get().map(this::offerProblemText)
                    .orElse("Choose a layout");
        };
    }

    private String offerProblemText(MigSituation.CommonConfig offer) {
        var why = offer.refusal()
                .or(() -> answers.terms().allowsMixedStrategy() ? Optional.empty() : offer.strategyProblem());
        return why.map(text -> "%s cannot be had: %s".formatted(offer.name(), text))
                .orElse(answers.terms().problemText());
    }

    private String customProblemText(MigSituation situation) {
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
            case ChoiceStatus.MixedChoice(var reason) when !answers.terms().allowsMixedStrategy() ->
                "It cannot be had: " + reason;
            default -> answers.terms().problemText();
        };
    }

    @Override
    NodeIntent intentFor(NodeTargets nodes) {
        var wish = isCustom() ? composedRequest().orElseThrow()
                : new MigLayoutRequest.OfferedLayout(
                        answers.configs().chosenProperty().get().map(MigSituation.CommonConfig::name).orElseThrow());
        return new ApplyMigConfig(nodes, wish, answers.terms().drainTerms(), answers.terms().timeLimit(),
                answers.terms().allowsMixedStrategy());
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
        return answers.configs().firstAnswer();
    }
}

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
import tessera.ui.change.mig.GeometryPane;
import tessera.ui.change.mig.LayoutComposer;
import tessera.ui.change.mig.MigSituation;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * How the GPUs of nodes are to be divided: what their MIG managers offer at the left, what it makes of them, or a layout of
 * one's own, at the right.
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
            why -> knowledge().set(new NodeKnowledge.ReadFailed(why)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final TextField name;
    private final BorderPane node = new BorderPane();

    /** What is known of the nodes. */
    private sealed interface NodeKnowledge {

        record StillReading() implements NodeKnowledge {}

        record ReadFailed(Problem why) implements NodeKnowledge {}

        record KnownSituation(MigSituation situation) implements NodeKnowledge {}
    }

    /** Where the layout comes from. */
    private enum Manner {
        OFFERED,
        OWN
    }

    /** The parts of the form that hold answers. */
    private record Answers(ConfigList configs, ObjectProperty<NodeKnowledge> knowledge, SegmentedChoice<Manner> manner,
            LayoutComposer composer, TextField name, MigTerms terms) {

        Observable[] all() {
            return Stream.concat(Stream.of(configs.chosen(), knowledge, manner.chosenProperty(), composer.composed(),
                    name.textProperty()), Stream.of(terms.answers())).toArray(Observable[]::new);
        }
    }

    static MigForm of(TargetsField targets, AppServices desk) {
        return new MigForm(targets, desk, new Answers(new ConfigList(),
                new SimpleObjectProperty<>(new NodeKnowledge.StillReading()), new SegmentedChoice<>("mig-manner",
                        List.of(Manner.OFFERED, Manner.OWN),
                        manner -> manner == Manner.OFFERED ? "As offered" : "Of your own"),
                new LayoutComposer(), new TextField(), new MigTerms()));
    }

    private MigForm(TargetsField targets, AppServices desk, Answers answers) {
        super("Change MIG layout", targets, answers.all());
        this.desk = desk;
        this.answers = answers;
        name = answers.name();
        drawing.setId("mig-drawing");
        VBox.setVgrow(answers.configs().node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), answers.manner().node(), source, answers.configs().node());
        choose.getStyleClass().add("mig-choose");
        node.setLeft(choose);
        node.setCenter(ScrolledPage.down(drawing));
        answers.knowledge().subscribe(this::tell);
        answers.configs().chosen().addListener((chosen, before, now) -> turn());
        answers.manner().chosenProperty().addListener((manner, before, now) -> turn());
        name.setId("mig-name");
        targets.targets().subscribe(those -> read());
    }

    private ObjectProperty<NodeKnowledge> knowledge() {
        return answers.knowledge();
    }

    private void read() {
        var names = targets().nodes().stream().map(NodeInfo::name).toList();
        knowledge().set(new NodeKnowledge.StillReading());
        lookup.ask(() -> MigSituation.read(desk, names, products));
    }

    private void tell(NodeKnowledge known) {
        answers.configs()
                .show(known instanceof NodeKnowledge.KnownSituation(var situation) ? situation.offers() : List.of());
        draw();
    }

    private void tellSource(NodeKnowledge known) {
        source.getChildren().clear();
        if (known instanceof NodeKnowledge.StillReading) {
            say("Reading what the nodes offer…");
        } else if (known instanceof NodeKnowledge.KnownSituation(var situation)) {
            situation.sources().forEach(place -> say((own() ? "Begin with one of " : "Offered by ") + place));
            if (situation.unread() > 0) {
                say(NumberText.of(situation.unread(), "more node") + ": looked at by the preview only");
            }
        }
    }

    private void say(String words) {
        source.getChildren().add(SelectableText.wrapped(words, "small", "muted"));
    }

    /** A layout of one's own goes on from what is chosen, or else from what is so. */
    private void turn() {
        if (own() && knowledge().get() instanceof NodeKnowledge.KnownSituation(var situation)) {
            answers.configs().chosen().get().filter(offer -> offer.refused().isEmpty())
                    .flatMap(offer -> situation.start(offer.name())).or(situation::start)
                    .ifPresent(answers.composer()::begin);
            if (name.getText().isBlank()) {
                name.setText(unused(situation));
            }
        }
        draw();
    }

    private boolean own() {
        return answers.manner().chosenProperty().get() == Manner.OWN;
    }

    private Optional<MigLayoutRequest.Own> composed() {
        var called = name.getText().strip();
        return answers.composer().composed().get().map(composition -> called.isEmpty()
                ? MigLayoutRequest.Own.of(composition.entries())
                : new MigLayoutRequest.Own(called, composition.entries()));
    }

    /** A name that nothing is offered by yet. */
    private String unused(MigSituation situation) {
        var names = situation.offers().stream().map(MigSituation.CommonConfig::name).toList();
        var first = targets().nodes().stream().map(NodeInfo::name).findFirst().orElse("mig") + "-custom";
        return Stream.concat(Stream.of(first), IntStream.rangeClosed(2, names.size() + 2).mapToObj(
                number -> first + "-" + number)).filter(each -> !names.contains(each)).findFirst().orElse(first);
    }

    private void draw() {
        tellSource(knowledge().get());
        drawing.getChildren().clear();
        switch (knowledge().get()) {
            case NodeKnowledge.StillReading _ ->
                drawing.getChildren().add(TextPieces.section(SelectableText.label("Reading…", "muted")));
            case NodeKnowledge.ReadFailed(var why) ->
                drawing.getChildren().add(TextPieces.section(TextPieces.problem(why), again()));
            case NodeKnowledge.KnownSituation(var situation) when !situation.obstacles().isEmpty() -> {
                var box = TextPieces.section(TextPieces.head("MIG cannot be changed here now", ""));
                situation.obstacles().forEach(why -> box.getChildren().add(TextPieces.problem(why)));
                box.getChildren().add(again());
                drawing.getChildren().add(box);
            }
            case NodeKnowledge.KnownSituation(var situation) -> drawing.getChildren().addAll(
                    own() ? composing(situation) : geometry(situation), pods(situation.pods()),
                    TextPieces.section(answers.terms().node(situation.unmixed())));
        }
    }

    private Node composing(MigSituation situation) {
        if (situation.start().isEmpty()) {
            return TextPieces.section(SelectableText.told(StatusGlyph.INFO,
                    "A layout of one's own is for nodes whose GPUs are alike and known to the catalogue"));
        }
        return TextPieces.section(
                TextPieces.head("Your layout", "drag a size to a GPU, or choose one and click where it is to be"),
                answers.composer().node(), new HBox(8, SelectableText.label("Name"), name,
                        SelectableText.wrapped("in the ConfigMap of MIG configurations", "small", "muted")));
    }

    private Node geometry(MigSituation situation) {
        var divisions = answers.configs().chosen().get().map(offer -> situation.divisions(offer.name()))
                .orElseGet(situation::present);
        return TextPieces.section(TextPieces.head("Geometry", "one column a GPU, its memory to scale from the top",
                GeometryPane.legend()), GeometryPane.of(divisions));
    }

    private Button again() {
        var again = new Button("Read again");
        again.setOnAction(event -> read());
        return again;
    }

    private static Node pods(List<PodFacts> pods) {
        if (pods.isEmpty()) {
            return TextPieces.section(SelectableText.told(StatusGlyph.READY, "No pod holds these GPUs"));
        }
        var box = TextPieces.section(TextPieces.head(NumberText.of(pods.size(), "pod") + " in the way",
                "they hold these GPUs and are evicted first"));
        pods.stream().limit(FEW).forEach(pod -> box.getChildren().add(new HBox(12,
                SelectableText.label(pod.node(), "small", "muted"),
                SelectableText.yielding(pod.key(), "small", "strong"),
                SelectableText.label(pod.owner().exists() ? pod.owner().kind() : "bare pod, nobody creates it again",
                        "small", "muted"))));
        if (pods.size() > FEW) {
            box.getChildren().add(SelectableText.label("and %s more; the preview names all"
                    .formatted(NumberText.count(pods.size() - FEW)), "small", "muted"));
        }
        return box;
    }

    @Override
    String mistake() {
        return switch (knowledge().get()) {
            case NodeKnowledge.StillReading _ -> "Reading what the nodes offer…";
            case NodeKnowledge.ReadFailed _ -> "What the nodes offer could not be read";
            case NodeKnowledge.KnownSituation(var situation) when !situation.obstacles().isEmpty() ->
                situation.obstacles().getFirst().headline();
            case NodeKnowledge.KnownSituation(var situation) when own() -> mistake(situation);
            case NodeKnowledge.KnownSituation _ -> answers.configs().chosen().get().map(this::mistake)
                    .orElse("Choose a layout");
        };
    }

    private String mistake(MigSituation.CommonConfig offer) {
        var why = offer.refused().or(() -> answers.terms().mixed() ? Optional.empty() : offer.strategy());
        return why.map(words -> "%s cannot be had: %s".formatted(offer.name(), words))
                .orElse(answers.terms().mistake());
    }

    private String mistake(MigSituation situation) {
        var wish = composed();
        if (situation.start().isEmpty() || wish.isEmpty()) {
            return "There is no layout of your own for these nodes together";
        }
        var called = wish.get().name();
        if (!called.matches(NAME)) {
            return "A name has letters, digits, '-', '_' and '.', and at most 63 of them";
        }
        if (situation.offers().stream().anyMatch(offer -> offer.name().equals(called) && !name.getText().isBlank())) {
            return "A layout named %s is offered already; choose another name".formatted(called);
        }
        return switch (situation.standing(wish.get().config(), products)) {
            case ChoiceStatus.ImpossibleChoice(var why) -> why;
            case ChoiceStatus.MixedChoice(var why) when !answers.terms().mixed() -> "It cannot be had: " + why;
            default -> answers.terms().mistake();
        };
    }

    @Override
    NodeIntent wanted(NodeTargets nodes) {
        var wish = own() ? composed().orElseThrow()
                : new MigLayoutRequest.OfferedLayout(
                        answers.configs().chosen().get().map(MigSituation.CommonConfig::name).orElseThrow());
        return new ApplyMigConfig(nodes, wish, answers.terms().evictions(), answers.terms().limit(),
                answers.terms().mixed());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean roomy() {
        return true;
    }

    @Override
    Node first() {
        return answers.configs().first();
    }
}

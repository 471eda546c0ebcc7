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
import tessera.kube.names.NameFormatRules;
import tessera.mig.MigProductCatalog;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.RequestedMigLayout;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.MigConfigurationChoices.MigConfigurationChoiceStatus;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.mig.MigBeforeAfterPaneFactory;
import tessera.ui.change.mig.MigConfigurationPicker;
import tessera.ui.change.mig.MigLayoutEditor;
import tessera.ui.change.mig.NodeStateBeforeMigChange;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * Form for a MIG layout: offered configurations at the left, their effect or a custom layout at the right.
 */
final class MigLayoutForm extends NodeChangeForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutForm.class);
    private static final int FEW = 6;

    private final OpenClusterSource services;
    private final MigConfigurationPicker configs = new MigConfigurationPicker();
    private final ObjectProperty<NodeReadState> knowledge = new SimpleObjectProperty<>(
            new NodeReadState.PendingNodeRead());
    private final SegmentedChoiceControl<MigLayoutOrigin> manner = new SegmentedChoiceControl<>("mig-manner",
            List.of(MigLayoutOrigin.OFFERED, MigLayoutOrigin.OWN),
            origin -> origin == MigLayoutOrigin.OFFERED ? MESSAGES.text("mig.offered") : MESSAGES.text("mig.custom"));
    private final MigLayoutEditor composer = new MigLayoutEditor();
    private final MigChangeFormFields fields = new MigChangeFormFields();
    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final BackgroundQuery<NodeStateBeforeMigChange> backgroundQuery = new BackgroundQuery<>(
            found -> knowledge.set(new NodeReadState.CompletedNodeRead(found)),
            problem -> knowledge.set(new NodeReadState.FailedNodeRead(problem)));
    private final VBox drawing = new VBox();
    private final VBox source = new VBox(2);
    private final TextField name = InputControlFactory.textField("mig-name", "");

    /** The state of reading the nodes: pending, failed or known. */
    private sealed interface NodeReadState {

        record PendingNodeRead() implements NodeReadState {}

        record FailedNodeRead(Problem problem) implements NodeReadState {}

        record CompletedNodeRead(NodeStateBeforeMigChange stateBefore) implements NodeReadState {}
    }

    /** The origin of the layout: offered or custom. */
    private enum MigLayoutOrigin {
        OFFERED,
        OWN
    }

    MigLayoutForm(TargetNodesField targets, OpenClusterSource services) {
        super(MESSAGES.text("mig.title"), targets);
        this.services = services;
        drawing.setId("mig-drawing");
        VBox.setVgrow(configs.node(), Priority.ALWAYS);
        var choose = new VBox(12, targets.node(), manner.node(), source, configs.node());
        choose.getStyleClass().add("mig-choose");
        var node = new BorderPane();
        node.setLeft(choose);
        node.setCenter(ScrollPaneFactory.verticalPane(drawing));
        setRoomyContent(node);
        knowledge.subscribe(this::showKnowledge);
        configs.chosenProperty().addListener((chosen, before, now) -> updateComposer());
        manner.chosenProperty().addListener((manner, before, now) -> updateComposer());
        evaluateNodesWith(Stream
                .concat(Stream.of(configs.chosenProperty(), knowledge, manner.chosenProperty(),
                        composer.composedProperty(), name.textProperty()), Stream.of(fields.answers()))
                .toArray(Observable[]::new));
        targets.targets().subscribe(those -> readSituation());
    }

    private void readSituation() {
        var names = targets().nodes().stream().map(NodeWithBoundPods::name).toList();
        knowledge.set(new NodeReadState.PendingNodeRead());
        backgroundQuery.submit(() -> NodeStateBeforeMigChange.read(services, names, products));
    }

    private void showKnowledge(NodeReadState readState) {
        configs.show(readState instanceof NodeReadState.CompletedNodeRead(var stateBefore) ? stateBefore.offers()
                : List.of());
        draw();
    }

    private void showSources(NodeReadState readState) {
        source.getChildren().clear();
        if (readState instanceof NodeReadState.PendingNodeRead) {
            addSourceLine(MESSAGES.text("mig.reading"));
        } else if (readState instanceof NodeReadState.CompletedNodeRead(var stateBefore)) {
            stateBefore.configSources()
                    .forEach(place -> addSourceLine(MESSAGES.text(isCustom() ? "mig.startFrom" : "mig.from", place)));
            if (stateBefore.unreadCount() > 0) {
                addSourceLine(MESSAGES.text("mig.unread", stateBefore.unreadCount()));
            }
        }
    }

    private void addSourceLine(String text) {
        source.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted"));
    }

    /** Starts a custom layout from the chosen configuration, or else from the current one. */
    private void updateComposer() {
        if (isCustom() && knowledge.get() instanceof NodeReadState.CompletedNodeRead(var stateBefore)) {
            configs.chosenProperty().get().filter(configuration -> configuration.refusal().isEmpty())
                    .flatMap(configuration -> stateBefore.startFrom(configuration.name())).or(stateBefore::commonStart)
                    .ifPresent(composer::beginWith);
            if (name.getText().isBlank()) {
                name.setText(unusedName(stateBefore));
            }
        }
        draw();
    }

    private boolean isCustom() {
        return manner.chosenProperty().get() == MigLayoutOrigin.OWN;
    }

    private Optional<RequestedMigLayout.CustomMigLayout> composedRequest() {
        var called = name.getText().strip();
        return composer.composedProperty().get()
                .map(composition -> called.isEmpty()
                        ? RequestedMigLayout.CustomMigLayout.of(composition.toConfigEntries())
                        : new RequestedMigLayout.CustomMigLayout(called, composition.toConfigEntries()));
    }

    /** Returns a configuration name that is not offered yet. */
    private String unusedName(NodeStateBeforeMigChange stateBefore) {
        var names = stateBefore.offers().stream().map(NodeStateBeforeMigChange.CommonMigConfiguration::name).toList();
        var first = targets().nodes().stream().map(NodeWithBoundPods::name).findFirst().orElse("mig") + "-custom";
        return Stream
                .concat(Stream.of(first),
                        IntStream.rangeClosed(2, names.size() + 2).mapToObj(number -> first + "-" + number))
                .filter(each -> !names.contains(each)).findFirst().orElse(first);
    }

    private void draw() {
        showSources(knowledge.get());
        drawing.getChildren().clear();
        switch (knowledge.get()) {
            case NodeReadState.PendingNodeRead _ -> drawing.getChildren().add(
                    ChangePageBlockFactory.section(TextLabelFactory.label(MESSAGES.text("mig.readingShort"), "muted")));
            case NodeReadState.FailedNodeRead(var problem) -> drawing.getChildren()
                    .add(ChangePageBlockFactory.section(ChangePageBlockFactory.problemBox(problem), rereadButton()));
            case NodeReadState.CompletedNodeRead(var stateBefore) when !stateBefore.obstacles().isEmpty() -> {
                var box = ChangePageBlockFactory
                        .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("mig.blocked"), ""));
                stateBefore.obstacles()
                        .forEach(problem -> box.getChildren().add(ChangePageBlockFactory.problemBox(problem)));
                box.getChildren().add(rereadButton());
                drawing.getChildren().add(box);
            }
            case NodeReadState.CompletedNodeRead(var stateBefore) ->
                drawing.getChildren().addAll(isCustom() ? composerSection(stateBefore) : geometrySection(stateBefore),
                        podsSection(stateBefore.pods()),
                        ChangePageBlockFactory.section(fields.node(stateBefore.hasUnmixedNode())));
        }
    }

    private Node composerSection(NodeStateBeforeMigChange stateBefore) {
        if (stateBefore.commonStart().isEmpty()) {
            return ChangePageBlockFactory
                    .section(TextLabelFactory.withSign(StatusGlyph.INFO, MESSAGES.text("mig.noCustom")));
        }
        return ChangePageBlockFactory.section(
                ChangePageBlockFactory.sectionHead(MESSAGES.text("mig.yourLayout"), MESSAGES.text("mig.dragHint")),
                composer.node(), new HBox(8, TextLabelFactory.label(MESSAGES.text("config.name")), name,
                        TextLabelFactory.wrapped(MESSAGES.text("mig.nameWhy"), "small", "muted")));
    }

    private Node geometrySection(NodeStateBeforeMigChange stateBefore) {
        var divisions = configs.chosenProperty().get()
                .map(configuration -> stateBefore.layoutEffects(configuration.name()))
                .orElseGet(stateBefore::presentLayouts);
        return ChangePageBlockFactory
                .section(
                        ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.geometry"),
                                MESSAGES.text("mig.scale"), MigBeforeAfterPaneFactory.legendNode()),
                        MigBeforeAfterPaneFactory.paneOf(divisions));
    }

    private Button rereadButton() {
        return InputControlFactory.button(MESSAGES.text("mig.readAgain"), this::readSituation);
    }

    private static Node podsSection(List<PodSummary> pods) {
        if (pods.isEmpty()) {
            return ChangePageBlockFactory
                    .section(TextLabelFactory.withSign(StatusGlyph.READY, MESSAGES.text("mig.noPods")));
        }
        var box = ChangePageBlockFactory.section(ChangePageBlockFactory
                .sectionHead(MESSAGES.text("mig.podsInWay", pods.size()), MESSAGES.text("mig.podsWhy")));
        pods.stream().limit(FEW)
                .forEach(pod -> box.getChildren()
                        .add(new HBox(12, TextLabelFactory.label(pod.node(), "small", "muted"),
                                TextLabelFactory.shrinkable(pod.key(), "small", "strong"),
                                TextLabelFactory.label(
                                        pod.owner().exists() ? pod.owner().kind() : MESSAGES.text("pods.unmanaged"),
                                        "small", "muted"))));
        if (pods.size() > FEW) {
            box.getChildren().add(TextLabelFactory.label(
                    MESSAGES.text("mig.morePods", GroupedNumberFormatter.count(pods.size() - FEW)), "small", "muted"));
        }
        return box;
    }

    @Override
    String answerProblem() {
        return switch (knowledge.get()) {
            case NodeReadState.PendingNodeRead _ -> MESSAGES.text("mig.reading");
            case NodeReadState.FailedNodeRead _ -> MESSAGES.text("mig.readFailed");
            case NodeReadState.CompletedNodeRead(var stateBefore) when !stateBefore.obstacles().isEmpty() ->
                stateBefore.obstacles().getFirst().headline();
            case NodeReadState.CompletedNodeRead(var stateBefore) when isCustom() -> customProblemText(stateBefore);
            case NodeReadState.CompletedNodeRead _ ->
                configs.chosenProperty().get().map(this::offerProblemText).orElse(MESSAGES.text("mig.layoutMissing"));
        };
    }

    private String offerProblemText(NodeStateBeforeMigChange.CommonMigConfiguration configuration) {
        var why = configuration.refusal()
                .or(() -> fields.allowsMixedStrategy() ? Optional.empty() : configuration.strategyProblem());
        return why.map(text -> MESSAGES.text("mig.unavailable", configuration.name(), text))
                .orElse(fields.problemText());
    }

    private String customProblemText(NodeStateBeforeMigChange stateBefore) {
        var wish = composedRequest();
        if (stateBefore.commonStart().isEmpty() || wish.isEmpty()) {
            return MESSAGES.text("mig.noCommonLayout");
        }
        var called = wish.get().name();
        if (called.isEmpty() || !NameFormatRules.isLabelValue(called)) {
            return MESSAGES.text("mig.nameInvalid");
        }
        if (stateBefore.offers().stream()
                .anyMatch(configuration -> configuration.name().equals(called) && !name.getText().isBlank())) {
            return MESSAGES.text("mig.nameTaken", called);
        }
        return switch (stateBefore.worstStatus(wish.get().toConfig(), products)) {
            case MigConfigurationChoiceStatus.ImpossibleChoice(var reason) -> reason;
            case MigConfigurationChoiceStatus.MixedStrategyChoice(var reason) when !fields.allowsMixedStrategy() ->
                MESSAGES.text("mig.notPossible", reason);
            default -> fields.problemText();
        };
    }

    @Override
    NodeChangeIntent intentFor(TargetNodeSelection nodes) {
        var wish = isCustom() ? composedRequest().orElseThrow()
                : new RequestedMigLayout.ExistingConfigurationLayout(configs.chosenProperty().get()
                        .map(NodeStateBeforeMigChange.CommonMigConfiguration::name).orElseThrow());
        return new ApplyMigConfigIntent(nodes, wish, fields.drainTerms(), fields.timeLimit(),
                fields.allowsMixedStrategy());
    }

    @Override
    Node firstAnswer() {
        return configs.firstAnswer();
    }
}

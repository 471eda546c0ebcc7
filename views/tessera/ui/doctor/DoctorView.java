package tessera.ui.doctor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.ClusterDiagnoser;
import tessera.doctor.ClusterDiagnosis;
import tessera.doctor.DiagnosisFinding;
import tessera.doctor.DiagnosisInputReader;
import tessera.doctor.DiagnosisInputReader.DiagnosisRequest;
import tessera.doctor.DiagnosisScope;
import tessera.doctor.FindingRemediation;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.FleetReadings;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.AppServices;
import tessera.ui.ComposedScreen;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.DrawnRowLimit;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.ResponsiveSplit;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Findings of the doctor about the cluster's GPU stack; examined when the screen comes into sight, and again on request. */
public final class DoctorView extends ComposedScreen<DoctorScreenState, DoctorScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DoctorView.class);

    /** Nothing that was looked at is examined anew behind somebody's back: it moves under the eyes of who reads. */
    private static final Duration PACE = Duration.ofHours(1);
    /** How long the first answers of exporters are waited for: without them, what they would say seems to be missing. */
    private static final Duration FIRST_WORD = Duration.ofSeconds(10);
    static final double WIDEST = 1400;
    /** More lines of what was looked at push what was not out of sight. */
    private static final int LISTED = 4;
    private static final double ASIDE = 400;
    private static final double ASIDE_LEAST = 260;
    /** What words need to be read beside something else. */
    private static final double LEAST = 400;

    private final AppServices services;
    private final AcceleratorCatalog accelerators;
    private final DoctorFindingRowRenderer.FindingRowActions actions;
    private final DateTimeFormatter clock;
    private final ObjectProperty<DoctorScreenState> examined = new SimpleObjectProperty<>(DoctorScreenState.NOT_YET);
    private final Label resultLabel = TextLabelFactory.label("", "section-title");
    private final Label when = TextLabelFactory.label("", "caption");
    private final SegmentedChoiceControl<FindingSeverityFilter> severities = new SegmentedChoiceControl<>("doctor",
            List.of(FindingSeverityFilter.values()), FindingSeverityFilter::title);
    private final VBox findings = new VBox();
    private final VBox examination = new VBox();
    private final NoDataPlaceholder root;
    private final PollingQuery<DoctorScreenState> reading;
    private List<Optional<String>> displayedBlockers = List.of();

    /** The severities that are shown. */
    private enum FindingSeverityFilter {
        ALL("filter.all"),
        CRITICAL("filter.critical"),
        WARNINGS("filter.warnings"),
        INFORMATION("filter.info");

        private final String titleKey;

        FindingSeverityFilter(String titleKey) {
            this.titleKey = titleKey;
        }

        private String title() {
            return MESSAGES.text(titleKey);
        }

        private List<AlertOrFindingSeverity> shownSeverities() {
            return switch (this) {
                case ALL -> List.of(AlertOrFindingSeverity.values()).reversed();
                case CRITICAL -> List.of(AlertOrFindingSeverity.CRITICAL);
                case WARNINGS -> List.of(AlertOrFindingSeverity.WARNING);
                case INFORMATION -> List.of(AlertOrFindingSeverity.INFO);
            };
        }
    }

    /**
     * Navigation and changes that the doctor's screen offers.
     *
     * @param onChangeEnded called with what is to be told whenever a change has ended
     */
    public record DoctorScreenActions(Consumer<ObjectRef> open, NodeChangeActions changes,
            Consumer<Runnable> onChangeEnded) {}

    /**
     * A screen on a cluster that was not examined yet.
     *
     * @param guide leads to objects that are to be looked at, and to the changes that mend
     * @param now   the time, in steps
     */
    public DoctorView(AppServices services, AcceleratorCatalog accelerators, DoctorScreenActions guide, ZoneId zone,
            ObservableValue<Instant> now) {
        this.services = services;
        this.accelerators = accelerators;
        actions = new DoctorFindingRowRenderer.FindingRowActions(guide.open(), guide.changes().remediations()::offer,
                new HashSet<>());
        clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
        reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(this::examine, examined::set,
                problem -> examined.set(examined.get().withProblem(problem)), this::forget)).finishingReads();
        reading.readingProperty().addListener((property, before, asked) -> showTime(examined.get()));
        var second = new DoctorRerunTrigger(services, reading::refresh);
        now.addListener((property, before, moment) -> second.consider(examined.get()));
        // What was mended is not to stand there as if nothing had been done.
        guide.onChangeEnded().accept(reading::refresh);
        var again = InputControlFactory.button("doctor-again", MESSAGES.text("doctor.again"), () -> reading.refresh());
        resultLabel.setId("doctor-verdict");
        findings.setMaxWidth(WIDEST);
        findings.setMinWidth(0);
        examination.setPrefWidth(ASIDE);
        examination.setMinWidth(ASIDE_LEAST);
        var page = new ResponsiveSplit(findings, examination, Pos.TOP_LEFT, 0, LEAST);
        page.setId("doctor-findings");
        severities.chosenProperty().addListener((chosen, before, after) -> show(examined.get()));
        var content = new BorderPane(ScrollPaneFactory.verticalPane(page));
        content.setTop(createHead(again));
        root = new NoDataPlaceholder(content, reading::refresh).withShape(LoadingSkeleton.SkeletonShape.LINES);
        root.setId("doctor");
        root.sceneProperty().subscribe(scene -> reading.setWatched(scene != null));
        setNode(root, root::showProblem);
        setQuery(examined, (_, state) -> state);
    }

    private Region createHead(Button again) {
        var words = LayoutBoxFactory.row(12, resultLabel, LayoutBoxFactory.spacer(), when);
        var hand = LayoutBoxFactory.row(12, severities.node(), again);
        return LayoutBoxFactory.withStyle(new ResponsiveSplit(words, hand, Pos.CENTER_LEFT, 12, LEAST), "table-tools");
    }

    /** Updates the offered changes for the current state. */
    public void refreshOffers() {
        if (!offerBlockers(examined.get()).equals(displayedBlockers)) {
            show(examined.get());
        }
    }

    /** Returns, for each finding, why its remediation cannot be begun. */
    private List<Optional<String>> offerBlockers(DoctorScreenState state) {
        return state.diagnosis().map(ClusterDiagnosis::findings).orElse(List.of()).stream()
                .map(finding -> finding.remediation().flatMap(actions.changes()).flatMap(OfferedChange::reason))
                .toList();
    }

    private DoctorScreenState examine() throws ProblemException, InterruptedException {
        var clusterSnapshot = services.snapshots().get();
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LoadingCollection
                || clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LoadingCollection) {
            throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT, MESSAGES.reason("doctor.notRead")));
        }
        var hindrance = DiagnosisInputReader.examinationProblem(clusterSnapshot);
        if (hindrance.isPresent()) {
            throw new ProblemException(hindrance.get());
        }
        var reader = services.newFleetReader(accelerators);
        var readings = awaitReadings(reader.read(clusterSnapshot));
        var fleet = reader.read(clusterSnapshot, readings);
        var awaited = fleet.nodes().stream().map(GpuNode::name).filter(node -> !readings.isResolved(node))
                .collect(Collectors.toSet());
        var reached = services.clusterServices();
        var at = Clock.systemUTC().instant();
        var input = new DiagnosisInputReader(reached.stackSource(), reached.objectSource(), accelerators)
                .readInput(fleet, new DiagnosisRequest(services.alertRules(), services.alertsState().get(),
                        DiagnosisScope.ALL, LastHourUtilizationSource.before(at, services, fleet), at));
        return DoctorScreenState.completed(new ClusterDiagnoser(accelerators).examine(input, DiagnosisScope.ALL)
                .forTarget(services.commandTarget()), Clock.systemUTC().instant(), awaited);
    }

    /** Returns the readings after exporters have answered or failed and alert rules have seen that, as far as they do soon. */
    private FleetReadings awaitReadings(GpuFleet fleet) throws InterruptedException {
        boolean _ = services.deviceReadings().await(readings -> isResolvedEverywhere(readings, fleet), FIRST_WORD);
        var readings = services.deviceReadings().get();
        boolean _ = services.alertsState().await(alerts -> !alerts.evaluatedAt().isBefore(readings.at()), FIRST_WORD);
        return readings;
    }

    private static boolean isResolvedEverywhere(FleetReadings readings, GpuFleet fleet) {
        return fleet.nodes().stream().allMatch(node -> readings.isResolved(node.name()));
    }

    @Override
    public void show(DoctorScreenState state) {
        if (state.diagnosis().isEmpty()) {
            root.show(state.problem().filter(problem -> problem.kind() != OperationProblemKind.TIMEOUT)
                    .map(EmptyScreenNotice::ofProblem)
                    .orElseGet(() -> new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                            MESSAGES.text("doctor.loading"),
                            state.problem().map(Problem::headline).orElse(MESSAGES.text("doctor.loadingDetail")), "")));
            return;
        }
        root.showNoticeOrContent(Optional.empty());
        displayedBlockers = offerBlockers(state);
        var clusterDiagnosis = state.diagnosis().get();
        resultLabel.setText(state.verdictText());
        showTime(state);
        showCounts(clusterDiagnosis);
        var sections = new ArrayList<Node>();
        for (var alertOrFindingSeverity : severities.chosenProperty().get().shownSeverities()) {
            var those = clusterDiagnosis.findings().stream()
                    .filter(finding -> finding.severity() == alertOrFindingSeverity).toList();
            if (!those.isEmpty()) {
                var rows = new ArrayList<Node>();
                DrawnRowLimit.shownRows(those)
                        .forEach(finding -> rows.add(DoctorFindingRowRenderer.rowOf(finding, actions)));
                DrawnRowLimit.addRemainder(those, "tessera doctor", rows::add);
                sections.add(section(severityTitle(alertOrFindingSeverity), rows));
            }
        }
        if (sections.isEmpty() && !clusterDiagnosis.findings().isEmpty()) {
            sections.add(section(MESSAGES.text("doctor.none"), List.of()));
        }
        findings.getChildren().setAll(sections);
        examination.getChildren().setAll(
                section(MESSAGES.text("doctor.checked"), textLines(clusterDiagnosis.lookedAt(), StatusGlyph.READY)),
                section(MESSAGES.text("doctor.unchecked"),
                        textLines(clusterDiagnosis.skipped(), StatusGlyph.UNREACHABLE)));
    }

    private void forget() {
        actions.expandedFindings().clear();
        examined.set(DoctorScreenState.NOT_YET);
    }

    private void showTime(DoctorScreenState state) {
        when.setText(state.timeText(clock, reading.readingProperty().get()));
        when.setVisible(state.diagnosis().isPresent());
    }

    private void showCounts(ClusterDiagnosis clusterDiagnosis) {
        for (var filter : FindingSeverityFilter.values()) {
            long those = filter.shownSeverities().stream().mapToLong(clusterDiagnosis::countOf).sum();
            severities.rename(filter, filter == FindingSeverityFilter.ALL ? filter.title()
                    : filter.title() + " " + GroupedNumberFormatter.count(those));
        }
    }

    private static String severityTitle(AlertOrFindingSeverity alertOrFindingSeverity) {
        return switch (alertOrFindingSeverity) {
            case CRITICAL -> MESSAGES.text("filter.critical");
            case WARNING -> MESSAGES.text("filter.warnings");
            case INFO -> MESSAGES.text("filter.info");
        };
    }

    private static Node section(String title, List<? extends Node> rows) {
        var box = new VBox(4, TextLabelFactory.label(title, "section-title"));
        box.getChildren().addAll(rows);
        box.getStyleClass().add("doctor-section");
        return box;
    }

    private static List<Node> textLines(List<String> lines, StatusGlyph glyph) {
        var rows = new VBox(4);
        listLines(lines, glyph, lines.size() > LISTED + 1 ? LISTED : lines.size(), rows);
        return List.of(rows);
    }

    private static void listLines(List<String> lines, StatusGlyph glyph, int maximum, VBox into) {
        into.getChildren().setAll(lines.stream().limit(maximum)
                .<Node>map(each -> TextLabelFactory.withSign(glyph, each, "small", "muted")).toList());
        if (maximum < lines.size()) {
            into.getChildren().add(InputControlFactory.link(MESSAGES.text("doctor.more", lines.size() - maximum),
                    () -> listLines(lines, glyph, lines.size(), into), "doctor-more"));
        }
    }

    /** Triggers another examination when exporters have reported that were silent before. FX thread. */
    private static final class DoctorRerunTrigger {

        private final AppServices services;
        private final Runnable rerun;
        private Instant handledAt = Instant.EPOCH;
        private Instant reportedAt = Instant.MAX;

        /** @param rerun examines the cluster */
        DoctorRerunTrigger(AppServices services, Runnable rerun) {
            this.services = services;
            this.rerun = rerun;
        }

        /** Triggers it once for each examination, as soon as all exporters have reported and alert rules were evaluated on that. */
        void consider(DoctorScreenState last) {
            if (last.awaitedNodes().isEmpty() || last.examinedAt().equals(handledAt)
                    || !last.awaitedNodes().stream().allMatch(this::hasReported)) {
                reportedAt = Instant.MAX;
                return;
            }
            var readings = services.deviceReadings().get().at();
            reportedAt = reportedAt.isAfter(readings) ? readings : reportedAt;
            if (services.alertsState().get().evaluatedAt().isAfter(reportedAt)) {
                handledAt = last.examinedAt();
                reportedAt = Instant.MAX;
                rerun.run();
            }
        }

        /** Returns whether a node has reported, or is gone. */
        private boolean hasReported(String node) {
            return services.deviceReadings().get().isResolved(node)
                    || services.snapshots().get().findNode(node).isEmpty();
        }
    }

    /**
     * Renders a finding: problem, remedy and change, with its evidence on request. FX
     * thread.
     */
    static final class DoctorFindingRowRenderer {

        private static final double LEAST_WORDS = 340;
        /** So many of those that it is about are led to at once. */
        private static final int LINKED = 3;
        /** So many more where the evidence is. */
        private static final int LISTED = 100;

        private DoctorFindingRowRenderer() {}

        /**
         * The links and changes of a finding.
         *
         * @param open    called with the object that it is about
         * @param changes the change that mends it
         * @param expandedFindings    the findings of which somebody reads the evidence, which stays in sight when they are found anew
         */
        record FindingRowActions(Consumer<ObjectRef> open,
                Function<FindingRemediation, Optional<OfferedChange>> changes, Set<String> expandedFindings) {}

        static HBox rowOf(DiagnosisFinding finding, FindingRowActions actions) {
            var words = new VBox(4, TextLabelFactory.wrapped(finding.headline(), "strong"));
            var helps = finding.remedy().isEmpty() ? finding.explanation() : finding.remedy();
            if (!helps.isEmpty()) {
                words.getChildren().add(TextLabelFactory.wrapped(SentenceJoiner.withFullStop(helps), "small"));
            }
            var links = new FlowPane(16, 2);
            // Where it is not said how wide they are, they take one line: room for more would stay empty below them.
            links.setPrefWrapLength(DoctorView.WIDEST);
            var objects = objectsOf(finding).toList();
            objects.stream().limit(LINKED).forEach(object -> links.getChildren().add(objectLink(object, actions)));
            finding.commands().stream().findFirst().ifPresent(command -> links.getChildren().add(copyLink(command)));
            var known = new VBox(4);
            if (hasEvidence(finding) || objects.size() > LINKED) {
                links.getChildren().add(evidenceLink(known, finding, actions));
            }
            words.getChildren().addAll(links, known);
            var offer = finding.remediation().flatMap(actions.changes());
            offer.flatMap(OfferedChange::reason).ifPresent(why -> words.getChildren()
                    .add(TextLabelFactory.wrapped("%s (%s)".formatted(offer.get().title(), why), "small", "muted")));
            words.setMinWidth(0);
            var told = offer.filter(each -> each.reason().isEmpty()).map(DoctorFindingRowRenderer::changeButton)
                    .<Region>map(change -> new ResponsiveSplit(words, change, Pos.TOP_LEFT, 12, LEAST_WORDS))
                    .orElse(words);
            HBox.setHgrow(told, Priority.ALWAYS);
            return LayoutBoxFactory.withStyle(new HBox(12, StatusGlyph.forSeverity(finding.severity()).node(), told),
                    "inspector-row");
        }

        private static Button changeButton(OfferedChange offeredChange) {
            var button = InputControlFactory.button(offeredChange.title(), () -> offeredChange.begin().run());
            button.setMinWidth(Region.USE_PREF_SIZE);
            return button;
        }

        private static Hyperlink objectLink(ObjectRef object, FindingRowActions actions) {
            return link(MESSAGES.text("doctor.open", object.name()), () -> actions.open().accept(object));
        }

        private static Hyperlink link(String text, Runnable follow) {
            return InputControlFactory.link(text, follow);
        }

        private static Hyperlink copyLink(String command) {
            var link = link(MESSAGES.text("doctor.copy"), () -> TextLabelFactory.copy(command));
            TooltipFactory.install(link, command);
            return link;
        }

        private static Hyperlink evidenceLink(VBox known, DiagnosisFinding finding, FindingRowActions actions) {
            var more = new Hyperlink();
            known.managedProperty().bind(known.visibleProperty());
            known.visibleProperty().subscribe(
                    shown -> more.setText(shown ? MESSAGES.text("doctor.hide") : MESSAGES.text("doctor.show")));
            var read = actions.expandedFindings();
            showEvidence(known, finding, actions, read.contains(finding.headline()));
            more.setOnAction(event -> {
                showEvidence(known, finding, actions, !known.isVisible());
                if (known.isVisible()) {
                    read.add(finding.headline());
                } else {
                    read.remove(finding.headline());
                }
            });
            return more;
        }

        private static boolean hasEvidence(DiagnosisFinding finding) {
            return (!finding.explanation().isEmpty() && !finding.remedy().isEmpty()) || !finding.evidence().isEmpty()
                    || !finding.commands().isEmpty();
        }

        /** Shows or hides the evidence, which is made when it is first shown: of all findings it is most of what there is to style. */
        private static void showEvidence(VBox box, DiagnosisFinding finding, FindingRowActions actions,
                boolean wanted) {
            if (wanted && box.getChildren().isEmpty()) {
                if (!finding.explanation().isEmpty() && !finding.remedy().isEmpty()) {
                    box.getChildren().add(TextLabelFactory.wrapped(finding.explanation(), "small", "muted"));
                }
                finding.evidence()
                        .forEach(each -> box.getChildren().add(TextLabelFactory.wrapped(each, "mono", "muted")));
                finding.commands().forEach(each -> box.getChildren().add(CopyableCommandRowFactory.rowFor(each)));
                var others = objectsOf(finding).skip(LINKED).limit(LISTED).map(object -> objectLink(object, actions))
                        .toList();
                if (!others.isEmpty()) {
                    var links = new FlowPane(16, 2);
                    links.getChildren().addAll(others);
                    box.getChildren().add(links);
                }
            }
            box.setVisible(wanted);
        }

        /** Returns the nodes and pods of a finding; empty where it is about something else. */
        private static Stream<ObjectRef> objectsOf(DiagnosisFinding finding) {
            return Stream.concat(Stream.of(finding.object()), finding.otherObjects().stream())
                    .flatMap(DoctorFindingRowRenderer::parseObject);
        }

        private static Stream<ObjectRef> parseObject(String named) {
            int namespace = named.indexOf(" -n ");
            if (named.startsWith("pods/") && namespace > 0) {
                return Stream.of(ObjectRef.pod(named.substring(namespace + 4), named.substring(5, namespace)));
            }
            if (named.startsWith("nodes/")) {
                return Stream.of(ObjectRef.node(named.substring(6)));
            }
            return Stream.empty();
        }
    }
}

package tessera.ui.inspect;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.NodeFitResult;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.PredictedNodeFilterFailure;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.SchedulerResultComparison;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.inspect.InspectorState.ResourceHolderPod;
import tessera.ui.inspect.PendingPodRemedyPane.PrimaryRemedy;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LastRowStyleMarker;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's page on why a pod is pending or does not start, or a workload has no pods. FX thread. */
final class PendingOrUnstartedPodPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PendingOrUnstartedPodPage.class);

    private final OpenClusterSource services;
    private final Consumer<ObjectRef> open;
    private final VBox page = new VBox();
    private final BackgroundQuery<PodFitResult> backgroundQuery;
    private final BackgroundQuery<UnstartedWorkloadDiagnosis> workloadQuery;
    private final PendingPodRemedyPane remedyList = new PendingPodRemedyPane("inspector-why-suggestions",
            "section-title");
    private final PodUnschedulableReasonReader fits;
    private final Runnable diagnosed;
    private ObjectRef pod = ObjectRef.pod("", "");
    private ObjectRef troubled = pod;
    private Set<List<String>> diagnosedPods = Set.of();
    private boolean podsMissing;
    private Optional<String> sentence = Optional.empty();
    private String commonReason = "";

    /**
     * An empty page.
     *
     * @param open    called with an object that is to be looked at
     * @param problem prints why there is nothing to show
     * @param diagnosed called when the diagnosis has been read
     */
    PendingOrUnstartedPodPage(OpenClusterSource services, Consumer<ObjectRef> open,
            InspectorYamlPage.YamlProblemRenderer problem, Runnable diagnosed) {
        this.services = services;
        this.open = open;
        this.diagnosed = diagnosed;
        fits = new PodUnschedulableReasonReader(services);
        Consumer<Problem> failed = why -> showFailure(problem, why);
        backgroundQuery = new BackgroundQuery<>(this::showFit, failed);
        workloadQuery = new BackgroundQuery<>(this::showLackingWork, failed);
        page.setId("inspector-why-page");
    }

    VBox node() {
        return page;
    }

    /** Returns whether there is something to diagnose: a pending or failing pod, or a workload whose pods are missing or pending. */
    boolean isNeeded(InspectorState state) {
        return switch (state.target().kind()) {
            case "Node" -> false;
            case "Pod" -> isInTrouble(state.target());
            default -> podsMissing || state.pods().visible().isEmpty()
                    || state.pods().visible().stream().anyMatch(ResourceHolderPod::pending);
        };
    }

    private boolean isInTrouble(ObjectRef object) {
        var found = services.snapshots().get().findPod(object.namespace(), object.name())
                .filter(pod -> pod.deleting() == null);
        // Who crashes again and again runs now and then: the page does not come and go with that.
        if (found.filter(pod -> pod.phase() == PodPhase.RUNNING && !pod.reason().isEmpty()).isPresent()) {
            troubled = object;
        }
        return found.filter(pod -> pod.phase() == PodPhase.PENDING || pod.phase() == PodPhase.FAILED
                || (pod.phase() == PodPhase.RUNNING && object.equals(troubled))).isPresent();
    }

    /** Sets the source of the changes that do a remedy. */
    void setRemedies(BiFunction<ObjectRef, SchedulingRemedyChange, List<OfferedChange>> other) {
        remedyList.setRemedies(other);
    }

    /** Updates the offered changes for the current state. */
    void refreshOffers() {
        remedyList.refreshOffers();
    }

    /** Returns the sentence of the diagnosis; empty before it has been read, and where nothing is wrong. */
    Optional<String> diagnosisText() {
        return sentence;
    }

    /** Returns the reason that all pending pods of a workload have; empty where there are several. */
    String commonReasonText() {
        return commonReason;
    }

    /** Returns the best remedy that can be carried out. */
    Optional<PrimaryRemedy> primaryRemedy() {
        return sentence.flatMap(_ -> remedyList.primaryRemedy());
    }

    /** Shows nothing and cancels pending reads. */
    void clear() {
        backgroundQuery.cancel();
        workloadQuery.cancel();
        page.getChildren().clear();
        forgetDiagnosis();
        podsMissing = false;
    }

    private void forgetDiagnosis() {
        remedyList.show(pod, List.of());
        sentence = Optional.empty();
        commonReason = "";
    }

    private void showFailure(InspectorYamlPage.YamlProblemRenderer renderer, Problem why) {
        forgetDiagnosis();
        renderer.showProblem(page, why);
        diagnosed.run();
    }

    /** Reads the diagnosis when the page is chosen; of a workload even before that, to find missing pods. */
    void look(ObjectRef object, boolean chosen) {
        boolean work = !object.kind().equals("Pod") && !object.kind().equals("Node");
        if (chosen || (work && page.getChildren().isEmpty())) {
            readDiagnosis(object);
        }
    }

    /** Reads the diagnosis for the verdict while another page is in sight, and again once its pods have changed. */
    void lookAhead(InspectorState state) {
        var object = state.target();
        boolean waiting = backgroundQuery.waitingProperty().get() || workloadQuery.waitingProperty().get();
        if (!waiting && isNeeded(state) && (page.getChildren().isEmpty() || isChanged(object))) {
            readDiagnosis(object);
        }
    }

    /** Returns whether a diagnosis is out of date. That a pod which crashes again and again runs now is no news of why. */
    private boolean isChanged(ObjectRef object) {
        var conditions = podConditions(object);
        return !conditions.equals(diagnosedPods) && !(object.kind().equals("Pod") && conditions.isEmpty());
    }

    /** Returns the pods that a diagnosis is about, each with what the cluster says of why it does not run. */
    private Set<List<String>> podConditions(ObjectRef object) {
        var snapshot = services.snapshots().get();
        var pods = object.kind().equals("Pod") ? snapshot.findPod(object.namespace(), object.name()).stream()
                .filter(each -> each.phase() != PodPhase.RUNNING || !each.reason().isEmpty())
                : snapshot.pods().filter(each -> PodOwnerFinder.isMaker(object, each));
        return pods.map(each -> List.of(each.key(), each.node(), each.reason(), each.message()))
                .collect(Collectors.toSet());
    }

    private void readDiagnosis(ObjectRef object) {
        pod = object;
        diagnosedPods = podConditions(object);
        if (page.getChildren().isEmpty()) {
            page.getChildren().setAll(InspectorPageElementFactory.section("",
                    TextLabelFactory.label(MESSAGES.text("reading"), "muted", NoDataPlaceholder.AWAITING)));
        }
        if (object.kind().equals("Pod")) {
            backgroundQuery.submit(() -> fits.read(object));
        } else {
            workloadQuery.submit(() -> readLackingWork(object));
        }
    }

    /**
     * A workload without pods, or with pending ones.
     *
     * @param diagnosis   empty where it lacks none
     * @param outcomesIfResumed how its pods would fare if it were not suspended
     * @param pendingPods those of its pods that have no node yet, each with the reason
     */
    private record UnstartedWorkloadDiagnosis(Optional<WorkloadWithoutPods> diagnosis,
            List<PredictedPodPlacement> outcomesIfResumed, Map<ObjectRef, String> pendingPods) {}

    private UnstartedWorkloadDiagnosis readLackingWork(ObjectRef object) throws ProblemException, InterruptedException {
        var objects = services.clusterServices().objectSource();
        var reader = new WorkloadWithoutPodsReader(objects, services.snapshots().get(), Clock.systemUTC().instant());
        var lacking = reader.findObject(object);
        var found = (lacking.isPresent() || !object.kind().equals("Job") ? lacking
                : reader.findFailedJob(object.namespace(), object.name()))
                .map(pods -> pods.withCommandTarget(services.commandTarget()));
        var fleet = fits.fleet();
        return new UnstartedWorkloadDiagnosis(found, new ManifestPlacementPredictor(objects).checkResumed(fleet,
                found.map(WorkloadWithoutPods::workload).orElse(object)), pendingReasons(fleet, object));
    }

    private static Map<ObjectRef, String> pendingReasons(GpuFleet fleet, ObjectRef owner) {
        var reasons = new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard());
        var waiting = new LinkedHashMap<ObjectRef, String>();
        fleet.snapshot().unbound().stream().filter(pod -> pod.waitsForNode() && PodOwnerFinder.isMaker(owner, pod))
                .sorted(Comparator.comparing(PodSummary::name, NaturalNameComparator.INSTANCE))
                .forEach(pod -> waiting.put(ObjectRef.pod(pod.namespace(), pod.name()),
                        AcceleratorCatalog.standard().isRequestedBy(pod.requests()) ? reasons.reasonText(pod)
                                : pod.message()));
        return waiting;
    }

    private void showLackingWork(UnstartedWorkloadDiagnosis diagnosis) {
        var found = diagnosis.diagnosis();
        var sections = new ArrayList<Node>();
        addMessage(MESSAGES.text("overview.message"), found.map(WorkloadWithoutPods::detail).orElse(""), sections);
        if (!diagnosis.outcomesIfResumed().isEmpty()) {
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("why.ifResumed"),
                    diagnosis.outcomesIfResumed().stream()
                            .map(outcome -> TextLabelFactory
                                    .wrapped(outcome.resumedText(diagnosis.outcomesIfResumed().size()), "small"))
                            .toArray(Node[]::new)));
        }
        addRemedies(found.flatMap(WorkloadWithoutPods::remedy).stream().toList(), sections);
        var reasons = diagnosis.pendingPods().values().stream().distinct().toList();
        commonReason = found.isEmpty() && reasons.size() == 1 ? reasons.getFirst() : "";
        if (!diagnosis.pendingPods().isEmpty()) {
            sections.add(pendingPodsSection(diagnosis.pendingPods()));
        }
        podsMissing |= found.isPresent();
        sentence = found.map(WorkloadWithoutPods::headline).or(() -> podCountText(diagnosis));
        showSections(sections);
    }

    private Optional<String> podCountText(UnstartedWorkloadDiagnosis diagnosis) {
        if (!diagnosis.pendingPods().isEmpty()) {
            return Optional.of(MESSAGES.text("why.unscheduled", diagnosis.pendingPods().size()));
        }
        return services.snapshots().get().pods().anyMatch(each -> PodOwnerFinder.isMaker(pod, each)) ? Optional.empty()
                : Optional.of(MESSAGES.text("why.neither"));
    }

    private static void addNodeBar(List<NodeFitResult> nodes, List<Node> sections) {
        if (!nodes.isEmpty()) {
            sections.add(InspectorPageElementFactory.section("", PodFitBarFactory.barOf(nodes)));
        }
    }

    private void showSections(List<Node> sections) {
        sections.add(InspectorPageElementFactory.section("", InputControlFactory.button("inspector-why-again",
                MESSAGES.text("why.again"), () -> readDiagnosis(pod))));
        page.getChildren().setAll(sections);
        diagnosed.run();
    }

    /** Returns the pods with their reasons; their names alone where one reason is that of all, and told before. */
    private Node pendingPodsSection(Map<ObjectRef, String> pendingPods) {
        var title = MESSAGES.text("why.pending");
        if (!commonReason.isEmpty()) {
            return InspectorPageElementFactory.section(title,
                    pendingPods.keySet().stream()
                            .map(each -> InputControlFactory.link(each.name(), () -> open.accept(each), "fact-link"))
                            .toArray(Node[]::new));
        }
        return InspectorPageElementFactory.section(title, InspectorPageElementFactory.factsGrid(pendingPods.entrySet()
                .stream()
                .map(each -> new InspectorNameValue(each.getKey().name(), each.getValue(), Optional.of(each.getKey())))
                .toList(), open));
    }

    private static void addMessage(String title, String text, List<Node> sections) {
        if (!text.isEmpty()) {
            sections.add(InspectorPageElementFactory.section(title, TextLabelFactory.wrapped(text, "mono", "words")));
        }
    }

    private void addRemedies(List<SchedulingRemedy> suggestions, List<Node> sections) {
        remedyList.show(pod, suggestions);
        if (!suggestions.isEmpty()) {
            var section = InspectorPageElementFactory.section("", remedyList.node());
            section.visibleProperty().bind(remedyList.node().visibleProperty());
            section.managedProperty().bind(remedyList.node().visibleProperty());
            sections.add(section);
        }
    }

    private void showFit(PodFitResult fit) {
        var sections = new ArrayList<Node>();
        addNodeBar(fit.nodes(), sections);
        addMessage(MESSAGES.text("why.kubelet", fit.isAttachMessage()), fit.kubeletMessage(), sections);
        addRemedies(fit.remedies(), sections);
        if (!fit.nodes().isEmpty()) {
            var groups = LastRowStyleMarker.markIn(new VBox(fit.groupNodes().stream()
                    .map(group -> NodeFitGroupRenderer.groupRow(group, this::nodeLink)).toArray(Node[]::new)));
            groups.setId("inspector-why-nodes");
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("why.nodes"), groups));
        }
        schedulerSection(fit).ifPresent(sections::add);
        if (!fit.unknownFacts().isEmpty()) {
            var box = new VBox(8);
            fit.unknownFacts().forEach(each -> box.getChildren()
                    .add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, each, "small", "muted")));
            sections.add(InspectorPageElementFactory.section(MESSAGES.text("why.unknown"), box));
        }
        sentence = Optional.of(fit.headline());
        showSections(sections);
    }

    private Node nodeLink(NodeFitResult node) {
        var link = InputControlFactory.link(node.name(), () -> open.accept(ObjectRef.node(node.name())));
        link.setTooltip(new Tooltip(
                String.join("\n", node.failures().stream().map(PredictedNodeFilterFailure::text).toList())));
        var box = new HBox(4, link);
        if (!node.decisiveAmountsText().isEmpty()) {
            box.getChildren().add(TextLabelFactory.label(node.decisiveAmountsText(), "caption"));
        }
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }

    private static Optional<Node> schedulerSection(PodFitResult fit) {
        if (fit.summary().isEmpty() && fit.agreement().schedulerMessage().isEmpty()) {
            return Optional.empty();
        }
        var text = fit.agreement().schedulerMessage().isEmpty() ? fit.summary() : fit.agreement().schedulerMessage();
        var same = switch (fit.agreement().kind()) {
            case SAME -> MESSAGES.text("why.same");
            case SILENT -> MESSAGES.text("why.silent");
            case OTHER -> MESSAGES.text("why.other");
            case DIFFERENT -> MESSAGES.text("why.different", fit.agreement().text());
        };
        return Optional.of(InspectorPageElementFactory.section(MESSAGES.text("why.scheduler"),
                TextLabelFactory.wrapped(text, "mono", "words"),
                TextLabelFactory.withSign(
                        fit.agreement().kind() == SchedulerResultComparison.SchedulerComparisonOutcome.DIFFERENT
                                ? StatusGlyph.WARNING
                                : StatusGlyph.INFO,
                        same, "small", "muted")));
    }

    /** Bar of the nodes by whether they fit a pod, with its legend below. FX thread. */
    private static final class PodFitBarFactory {

        private static final double HEIGHT = 10;
        private static final double GAP = 2;
        /** One of a thousand nodes is seen, too. */
        private static final double LEAST = 6;
        private static final double SWATCH = 10;

        private PodFitBarFactory() {}

        static Node barOf(List<NodeFitResult> nodes) {
            var counts = new EnumMap<NodeFitStatus, Long>(NodeFitStatus.class);
            nodes.forEach(node -> counts.merge(node.status(), 1L, Long::sum));
            var key = new FlowPane(16, 4);
            counts.putIfAbsent(NodeFitStatus.FITS, 0L);
            counts.forEach((fitStatus, count) -> key.getChildren().add(legendEntry(fitStatus, count)));
            var box = new VBox(8, new NodeFitProportionBar(counts), key);
            box.setId("inspector-why-bar");
            box.setAccessibleRole(AccessibleRole.TEXT);
            box.setAccessibleText(MESSAGES.text("why.summary", CountedNoun.NODE.countText(nodes.size()),
                    counts.entrySet().stream().map(
                            each -> GroupedNumberFormatter.count(each.getValue()) + " " + statusText(each.getKey()))
                            .collect(Collectors.joining(", "))));
            return box;
        }

        private static Node legendEntry(NodeFitStatus fitStatus, long count) {
            var entry = new HBox(6, TextLabelFactory.label(GroupedNumberFormatter.count(count), "strong", "small"),
                    TextLabelFactory.label(statusText(fitStatus), "small", "muted"));
            if (count > 0) {
                var swatch = statusRegion(fitStatus);
                swatch.setMinSize(SWATCH, SWATCH);
                swatch.setMaxSize(SWATCH, SWATCH);
                entry.getChildren().addFirst(swatch);
            }
            entry.setAlignment(Pos.CENTER_LEFT);
            return entry;
        }

        private static String statusText(NodeFitStatus fitStatus) {
            return switch (fitStatus) {
                case FITS -> MESSAGES.text("why.fit");
                case MAY_FIT -> MESSAGES.text("why.mayFit");
                case FULL -> MESSAGES.text("why.full");
                case CLOSED -> MESSAGES.text("why.excluded");
                case OTHER_LAYOUT -> MESSAGES.text("why.otherLayout");
                case UNSUITABLE -> MESSAGES.text("why.unsuitable");
                case NO_DEVICES -> MESSAGES.text("why.noDevices");
            };
        }

        private static Region statusRegion(NodeFitStatus fitStatus) {
            var piece = new Region();
            piece.getStyleClass().addAll("standing", fitStatus.name().toLowerCase(Locale.ROOT));
            return piece;
        }

        /** The bar alone: a piece for each status, as wide as its number of nodes. */
        private static final class NodeFitProportionBar extends Pane {

            private final List<Long> counts;

            NodeFitProportionBar(Map<NodeFitStatus, Long> all) {
                var there = all.entrySet().stream().filter(each -> each.getValue() > 0).toList();
                counts = there.stream().map(Map.Entry::getValue).toList();
                there.forEach(each -> getChildren().add(statusRegion(each.getKey())));
                setMinHeight(HEIGHT);
                setPrefHeight(HEIGHT);
            }

            @Override
            protected void layoutChildren() {
                double room = getWidth() - GAP * (counts.size() - 1) - LEAST * counts.size();
                long all = counts.stream().mapToLong(Long::longValue).sum();
                double x = 0;
                for (int i = 0; i < counts.size(); i++) {
                    double width = LEAST + Math.max(0, room) * counts.get(i) / all;
                    getChildren().get(i).resizeRelocate(snapPositionX(x), 0, snapSizeX(width), HEIGHT);
                    x += width + GAP;
                }
            }
        }
    }
}

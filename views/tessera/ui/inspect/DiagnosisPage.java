package tessera.ui.inspect;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.PodOwners;
import tessera.insight.WaitingReason;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.scheduling.FilterFailure;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchPredictor;
import tessera.scheduling.NodeFit;
import tessera.scheduling.PodFit;
import tessera.scheduling.RemedyAction;
import tessera.scheduling.RemedySuggestion;
import tessera.scheduling.ResourceShortfall;
import tessera.scheduling.SchedulerAgreement;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.inspect.InspectorState.Holder;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.kit.LastRowMarker;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** The inspector's page on why a pod is pending or does not start, or a workload has no pods. FX thread. */
final class DiagnosisPage {

    private final AppServices desk;
    private final Consumer<ObjectRef> open;
    private final VBox page = new VBox();
    private final AsyncQuery<PodFit> lookup;
    private final AsyncQuery<WorkloadPodDiagnosis> work;
    private final PodRemedyList helps = new PodRemedyList("inspector-why-suggestions");
    private final PodFitReader fits;
    private final Runnable lacking;
    private ObjectRef pod = ObjectRef.pod("", "");
    private ObjectRef troubled = pod;
    private boolean lacks;

    /**
     * An empty page.
     *
     * @param open    called with an object that is to be looked at
     * @param problem prints why there is nothing to show
     * @param lacking called when it is found out that work lacks pods, though it has some
     */
    DiagnosisPage(AppServices desk, Consumer<ObjectRef> open, YamlPage.YamlProblemView problem, Runnable lacking) {
        this.desk = desk;
        this.open = open;
        this.lacking = lacking;
        fits = new PodFitReader(desk);
        lookup = new AsyncQuery<>(this::showFit, why -> problem.showProblem(page, why));
        work = new AsyncQuery<>(this::showLackingWork, why -> problem.showProblem(page, why));
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
            default ->
                lacks || state.pods().visible().isEmpty() || state.pods().visible().stream().anyMatch(Holder::pending);
        };
    }

    private boolean isInTrouble(ObjectRef object) {
        var found = desk.snapshots().get().findPod(object.namespace(), object.name())
                .filter(pod -> pod.deleting() == null);
        // Who crashes again and again runs now and then: the page does not come and go with that.
        if (found.filter(pod -> pod.phase() == PodPhase.RUNNING && !pod.reason().isEmpty()).isPresent()) {
            troubled = object;
        }
        return found.filter(pod -> pod.phase() == PodPhase.PENDING || pod.phase() == PodPhase.FAILED
                || (pod.phase() == PodPhase.RUNNING && object.equals(troubled))).isPresent();
    }

    /** Sets the source of the changes that do a remedy. */
    void setRemedies(BiFunction<ObjectRef, RemedyAction, List<ChangeOffer>> other) {
        helps.setRemedies(other);
    }

    /** Updates the offered changes for the current state. */
    void refreshOffers() {
        helps.refreshOffers();
    }

    /** Shows nothing and cancels pending reads. */
    void clear() {
        lookup.cancel();
        work.cancel();
        page.getChildren().clear();
        lacks = false;
    }

    /** Reads the diagnosis when the page is chosen; of a workload even before that, to find missing pods. */
    void look(ObjectRef object, boolean chosen) {
        boolean work = !object.kind().equals("Pod") && !object.kind().equals("Node");
        if (chosen || (work && page.getChildren().isEmpty())) {
            readDiagnosis(object);
        }
    }

    private void readDiagnosis(ObjectRef object) {
        pod = object;
        if (page.getChildren().isEmpty()) {
            page.getChildren().setAll(InspectorSections.section("",
                    SelectableText.label("Reading…", "muted", StatePlaceholder.AWAITING)));
        }
        if (object.kind().equals("Pod")) {
            lookup.submit(() -> fits.read(object));
        } else {
            work.submit(() -> readLackingWork(object));
        }
    }

    /**
     * A workload without pods, or with pending ones.
     *
     * @param diagnosis   empty where it lacks none
     * @param outcomesIfResumed how its pods would fare if it were not suspended
     * @param pendingPods those of its pods that have no node yet, each with the reason
     */
    private record WorkloadPodDiagnosis(Optional<WorkloadWithoutPods> diagnosis, List<LaunchOutcome> outcomesIfResumed,
            Map<ObjectRef, String> pendingPods) {}

    private WorkloadPodDiagnosis readLackingWork(ObjectRef object) throws Failure, InterruptedException {
        var objects = desk.clusterServices().objectSource();
        var reader = new WorkloadWithoutPodsReader(objects, desk.snapshots().get(), Clock.systemUTC().instant());
        var lacking = reader.findObject(object);
        var found = (lacking.isPresent() || !object.kind().equals("Job") ? lacking
                : reader.findFailedJob(object.namespace(), object.name()))
                .map(pods -> pods.withCommandTarget(desk.commandTarget()));
        var fleet = fits.fleet();
        return new WorkloadPodDiagnosis(found,
                new LaunchPredictor(objects).checkResumed(fleet,
                        found.map(WorkloadWithoutPods::workload).orElse(object)),
                pendingReasons(fleet, object));
    }

    private static Map<ObjectRef, String> pendingReasons(GpuFleet fleet, ObjectRef maker) {
        var reasons = new WaitingReason(fleet, AcceleratorCatalog.standard());
        var waiting = new LinkedHashMap<ObjectRef, String>();
        fleet.snapshot().unbound().stream().filter(pod -> pod.waitsForNode() && PodOwners.isMaker(maker, pod))
                .sorted(Comparator.comparing(PodFacts::name, NaturalOrder.INSTANCE))
                .forEach(pod -> waiting.put(ObjectRef.pod(pod.namespace(), pod.name()),
                        AcceleratorCatalog.standard().isRequestedBy(pod.requests()) ? reasons.reasonText(pod)
                                : pod.message()));
        return waiting;
    }

    private void showLackingWork(WorkloadPodDiagnosis told) {
        var found = told.diagnosis();
        var sections = new ArrayList<Node>();
        addHeadline(found.map(WorkloadWithoutPods::headline).orElse(told.pendingPods().isEmpty()
                ? "It is neither suspended nor refused pods by now"
                : NumberText.withNoun(told.pendingPods().size(), "pod") + " of it "
                        + (told.pendingPods().size() == 1 ? "has" : "have") + " no node yet"),
                List.of(), sections);
        addMessage("In the cluster’s words", found.map(WorkloadWithoutPods::detail).orElse(""), sections);
        if (!told.outcomesIfResumed().isEmpty()) {
            sections.add(InspectorSections.section("If it ran now", told.outcomesIfResumed().stream()
                    .map(outcome -> SelectableText.wrapped(outcome.resumedText(told.outcomesIfResumed().size()),
                            "small"))
                    .toArray(Node[]::new)));
        }
        addRemedies(found.flatMap(WorkloadWithoutPods::remedy).stream().toList(), sections);
        if (!told.pendingPods().isEmpty()) {
            sections.add(InspectorSections.section("Pods that wait", InspectorSections.factsGrid(
                    told.pendingPods().entrySet().stream()
                            .map(each -> new InspectorFact(each.getKey().name(), each.getValue(),
                                    Optional.of(each.getKey())))
                            .toList(),
                    open)));
        }
        page.getChildren().setAll(sections);
        if (found.isPresent() && !lacks) {
            lacks = true;
            lacking.run();
        }
    }

    private void addHeadline(String text, List<NodeFit> nodes, List<Node> sections) {
        var headline = SelectableText.wrapped(text, "verdict");
        headline.setId("inspector-why-headline");
        var again = new Button("Look again");
        again.setId("inspector-why-again");
        again.setOnAction(event -> readDiagnosis(pod));
        var section = InspectorSections.section("", headline, again);
        if (!nodes.isEmpty()) {
            section.getChildren().add(1, NodeFitBar.barOf(nodes));
        }
        sections.add(section);
    }

    private static void addMessage(String title, String text, List<Node> sections) {
        if (!text.isEmpty()) {
            sections.add(InspectorSections.section(title, SelectableText.wrapped(text, "mono", "words")));
        }
    }

    private void addRemedies(List<RemedySuggestion> suggestions, List<Node> sections) {
        helps.show(pod, suggestions);
        if (!suggestions.isEmpty()) {
            sections.add(InspectorSections.section("What would help", helps.node()));
        }
    }

    private void showFit(PodFit fit) {
        var sections = new ArrayList<Node>();
        addHeadline(fit.headline(), fit.nodes(), sections);
        addMessage("In the %s’s words".formatted(fit.messageSource()), fit.kubeletMessage(), sections);
        addRemedies(fit.remedies(), sections);
        if (!fit.nodes().isEmpty()) {
            var groups = LastRowMarker.markIn(new VBox(
                    fit.groupNodes().stream().map(group -> NodeGroups.groupRow(group, this::nodeLink))
                            .toArray(Node[]::new)));
            groups.setId("inspector-why-nodes");
            sections.add(InspectorSections.section("Nodes", groups));
        }
        schedulerSection(fit).ifPresent(sections::add);
        if (!fit.unknownFacts().isEmpty()) {
            var box = new VBox(8);
            fit.unknownFacts().forEach(each -> box.getChildren()
                    .add(SelectableText.withSign(StatusGlyph.UNREACHABLE, each, "small", "muted")));
            sections.add(InspectorSections.section("Not known", box));
        }
        page.getChildren().setAll(sections);
    }

    private Node nodeLink(NodeFit node) {
        var link = new Hyperlink(node.name());
        link.setOnAction(event -> open.accept(ObjectRef.node(node.name())));
        var free = node.status() != NodeFit.NodeFitStatus.FULL ? Optional.<String>empty()
                : node.failures().stream().flatMap(failure -> failure.shortfall().stream())
                        .map(ResourceShortfall::freeText)
                        .findFirst();
        link.setTooltip(new Tooltip(String.join("\n", node.failures().stream().map(FilterFailure::text).toList())));
        var box = new HBox(4, link);
        free.ifPresent(text -> box.getChildren().add(SelectableText.label(text, "caption")));
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }

    private static Optional<Node> schedulerSection(PodFit fit) {
        if (fit.summary().isEmpty() && fit.agreement().schedulerMessage().isEmpty()) {
            return Optional.empty();
        }
        var text = fit.agreement().schedulerMessage().isEmpty() ? fit.summary() : fit.agreement().schedulerMessage();
        var same = switch (fit.agreement().kind()) {
            case SAME -> "Tessera finds the same.";
            case SILENT -> "Tessera sums it up so; the scheduler has said nothing yet.";
            case OTHER -> "Tessera cannot compare this with what it finds.";
            case DIFFERENT -> "Tessera finds otherwise, because the cluster moved on or the scheduler knows more: "
                    + fit.agreement().text() + ".";
        };
        return Optional.of(InspectorSections.section("In the scheduler’s words",
                SelectableText.wrapped(text, "mono", "words"), SelectableText.withSign(
                        fit.agreement().kind() == SchedulerAgreement.AgreementKind.DIFFERENT ? StatusGlyph.WARNING
                                : StatusGlyph.INFO,
                        same, "small", "muted")));
    }
}

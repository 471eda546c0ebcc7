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
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.NodeFit;
import tessera.scheduling.PodFit;
import tessera.scheduling.PodRemedy;
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
import tessera.ui.kit.LastRow;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** The inspector's page on why a pod has no node or does not start, or work no pods, read and worked out when it is turned to. FX thread. */
final class WhyPage {

    private final AppServices desk;
    private final Consumer<ObjectRef> open;
    private final VBox page = new VBox();
    private final AsyncQuery<PodFit> lookup;
    private final AsyncQuery<LackingWork> work;
    private final PodHelp helps = new PodHelp("inspector-why-suggestions");
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
    WhyPage(AppServices desk, Consumer<ObjectRef> open, YamlPage.Problems problem, Runnable lacking) {
        this.desk = desk;
        this.open = open;
        this.lacking = lacking;
        fits = new PodFitReader(desk);
        lookup = new AsyncQuery<>(this::show, why -> problem.show(page, why));
        work = new AsyncQuery<>(this::tell, why -> problem.show(page, why));
        page.setId("inspector-why-page");
    }

    VBox node() {
        return page;
    }

    /** Whether there is anything to be asked: a pod that has no node yet, or does not run there as it should, or work that lacks pods or whose pods have none. */
    boolean concerns(InspectorState state) {
        return switch (state.target().kind()) {
            case "Node" -> false;
            case "Pod" -> waits(state.target());
            default -> lacks || state.pods().seen().isEmpty() || state.pods().seen().stream().anyMatch(Holder::waits);
        };
    }

    private boolean waits(ObjectRef object) {
        var found = desk.snapshots().get().pod(object.namespace(), object.name()).filter(pod -> pod.deleting() == null);
        // Who crashes again and again runs now and then: the page does not come and go with that.
        if (found.filter(pod -> pod.phase() == PodPhase.RUNNING && !pod.reason().isEmpty()).isPresent()) {
            troubled = object;
        }
        return found.filter(pod -> pod.phase() == PodPhase.PENDING || pod.phase() == PodPhase.FAILED
                || (pod.phase() == PodPhase.RUNNING && object.equals(troubled))).isPresent();
    }

    /** Which changes of the cluster do what helps. */
    void remedies(BiFunction<ObjectRef, PodRemedy, List<ChangeOffer>> other) {
        helps.remedies(other);
    }

    /** Offers what can be changed as things stand. */
    void offerAnew() {
        helps.offerAnew();
    }

    /** Looks at nothing; what is being read is not waited for. */
    void clear() {
        lookup.cancel();
        work.cancel();
        page.getChildren().clear();
        lacks = false;
    }

    /** Reads what is looked at; whether work lacks pods is found out before anybody turns to the page. */
    void look(ObjectRef object, boolean chosen) {
        boolean work = !object.kind().equals("Pod") && !object.kind().equals("Node");
        if (chosen || (work && page.getChildren().isEmpty())) {
            read(object);
        }
    }

    private void read(ObjectRef object) {
        pod = object;
        if (page.getChildren().isEmpty()) {
            page.getChildren().setAll(InspectorSections.section("",
                    SelectableText.label("Reading…", "muted", StatePlaceholder.AWAITING)));
        }
        if (object.kind().equals("Pod")) {
            lookup.ask(() -> fits.read(object));
        } else {
            work.ask(() -> podless(object));
        }
    }

    /**
     * Work that lacks pods.
     *
     * @param found   empty where it lacks none
     * @param resumed how its pods would fare if it were not suspended
     * @param waiting those of its pods that have no node yet, each with the reason
     */
    private record LackingWork(Optional<WorkloadWithoutPods> found, List<LaunchOutcome> resumed,
            Map<ObjectRef, String> waiting) {}

    private LackingWork podless(ObjectRef object) throws Failure, InterruptedException {
        var objects = desk.reached().objects();
        var reader = new WorkloadWithoutPodsReader(objects, desk.snapshots().get(), Clock.systemUTC().instant());
        var lacking = reader.of(object);
        var found = (lacking.isPresent() || !object.kind().equals("Job") ? lacking
                : reader.failed(object.namespace(), object.name())).map(each -> each.in(desk.target()));
        var fleet = fits.fleet();
        return new LackingWork(found,
                new LaunchChecks(objects).resumed(fleet, found.map(WorkloadWithoutPods::work).orElse(object)),
                waiting(fleet, object));
    }

    private static Map<ObjectRef, String> waiting(GpuFleet fleet, ObjectRef maker) {
        var reasons = new WaitingReason(fleet, AcceleratorCatalog.standard());
        var waiting = new LinkedHashMap<ObjectRef, String>();
        fleet.snapshot().unbound().stream().filter(each -> each.waitsForNode() && PodOwners.made(maker, each))
                .sorted(Comparator.comparing(PodFacts::name, NaturalOrder.INSTANCE))
                .forEach(each -> waiting.put(ObjectRef.pod(each.namespace(), each.name()),
                        AcceleratorCatalog.standard().wantedBy(each.requests()) ? reasons.of(each) : each.message()));
        return waiting;
    }

    private void tell(LackingWork told) {
        var found = told.found();
        var sections = new ArrayList<Node>();
        verdict(found.map(WorkloadWithoutPods::headline).orElse(told.waiting().isEmpty()
                ? "It is neither suspended nor refused pods by now"
                : NumberText.of(told.waiting().size(), "pod") + " of it "
                        + (told.waiting().size() == 1 ? "has" : "have") + " no node yet"),
                List.of(), sections);
        words("In the cluster’s words", found.map(WorkloadWithoutPods::detail).orElse(""), sections);
        if (!told.resumed().isEmpty()) {
            sections.add(InspectorSections.section("If it ran now", told.resumed().stream()
                    .map(each -> SelectableText.wrapped(each.resumedWords(told.resumed().size()), "small"))
                    .toArray(Node[]::new)));
        }
        helps(found.flatMap(WorkloadWithoutPods::advice).stream().toList(), sections);
        if (!told.waiting().isEmpty()) {
            sections.add(InspectorSections.section("Pods that wait", InspectorSections.facts(
                    told.waiting().entrySet().stream()
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

    private void verdict(String words, List<NodeFit> nodes, List<Node> sections) {
        var headline = SelectableText.wrapped(words, "verdict");
        headline.setId("inspector-why-headline");
        var again = new Button("Look again");
        again.setId("inspector-why-again");
        again.setOnAction(event -> read(pod));
        var section = InspectorSections.section("", headline, again);
        if (!nodes.isEmpty()) {
            section.getChildren().add(1, StandingBar.of(nodes));
        }
        sections.add(section);
    }

    private static void words(String title, String words, List<Node> sections) {
        if (!words.isEmpty()) {
            sections.add(InspectorSections.section(title, SelectableText.wrapped(words, "mono", "words")));
        }
    }

    private void helps(List<RemedySuggestion> suggestions, List<Node> sections) {
        helps.show(pod, suggestions);
        if (!suggestions.isEmpty()) {
            sections.add(InspectorSections.section("What would help", helps.node()));
        }
    }

    private void show(PodFit fit) {
        var sections = new ArrayList<Node>();
        verdict(fit.headline(), fit.nodes(), sections);
        words("In the %s’s words".formatted(fit.speaker()), fit.kubelet(), sections);
        helps(fit.suggestions(), sections);
        if (!fit.nodes().isEmpty()) {
            var groups = LastRow.of(new VBox(
                    fit.groups().stream().map(group -> NodeGroups.row(group, this::name)).toArray(Node[]::new)));
            groups.setId("inspector-why-nodes");
            sections.add(InspectorSections.section("Nodes", groups));
        }
        scheduler(fit).ifPresent(sections::add);
        if (!fit.unknown().isEmpty()) {
            var box = new VBox(8);
            fit.unknown().forEach(each -> box.getChildren()
                    .add(SelectableText.told(StatusGlyph.UNREACHABLE, each, "small", "muted")));
            sections.add(InspectorSections.section("Not known", box));
        }
        page.getChildren().setAll(sections);
    }

    private Node name(NodeFit node) {
        var link = new Hyperlink(node.name());
        link.setOnAction(event -> open.accept(ObjectRef.node(node.name())));
        var free = node.standing() != NodeFit.NodeFitStatus.FULL ? Optional.<String>empty()
                : node.objections().stream().flatMap(each -> each.shortage().stream()).map(ResourceShortfall::left)
                        .findFirst();
        link.setTooltip(new Tooltip(String.join("\n", node.objections().stream().map(FilterFailure::words).toList())));
        var box = new HBox(4, link);
        free.ifPresent(words -> box.getChildren().add(SelectableText.label(words, "caption")));
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }

    private static Optional<Node> scheduler(PodFit fit) {
        if (fit.summary().isEmpty() && fit.comparison().theirs().isEmpty()) {
            return Optional.empty();
        }
        var words = fit.comparison().theirs().isEmpty() ? fit.summary() : fit.comparison().theirs();
        var same = switch (fit.comparison().kind()) {
            case SAME -> "Tessera finds the same.";
            case SILENT -> "Tessera sums it up so; the scheduler has said nothing yet.";
            case OTHER -> "Tessera cannot compare this with what it finds.";
            case DIFFERENT -> "Tessera finds otherwise, because the cluster moved on or the scheduler knows more: "
                    + fit.comparison().words() + ".";
        };
        return Optional.of(InspectorSections.section("In the scheduler’s words",
                SelectableText.wrapped(words, "mono", "words"), SelectableText.told(
                        fit.comparison().kind() == SchedulerAgreement.AgreementKind.DIFFERENT ? StatusGlyph.WARNING
                                : StatusGlyph.INFO,
                        same, "small", "muted")));
    }
}

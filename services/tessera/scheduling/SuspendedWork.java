package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.ResourceAmounts;
import tessera.scheduling.spec.JobPods;
import tessera.scheduling.spec.PodTemplateSet;

/** Reads work that is suspended, of every kind that can be, and what its queue says of it. Waits for the cluster. */
record SuspendedWork(ObjectSource source) {

    private static final String UID = "/metadata/uid";

    /** Something that is suspended, with how things of its kind are. */
    private record SuspendedObject(SuspensionRules kind, JsonNode object) {

        ObjectRef ref() {
            return SuspendedWork.ref(kind, object.at("/metadata/namespace").asText(),
                    object.at("/metadata/name").asText());
        }

        String queue() {
            return object.at("/metadata/labels").path(KueueObjects.QUEUE).asText("");
        }

        boolean owns(JsonNode owner) {
            return owner.path("uid").asText().equals(object.at(UID).asText());
        }

        private PodTemplateSet pods() {
            return PodTemplateSet.of(kind.kind(), object);
        }

        private boolean job() {
            return kind.equals(SuspensionRules.JOB);
        }

        /** What all of its pods ask for that it has not done yet. */
        private ResourceAmounts wants() {
            return job() ? WorkloadWithoutPods.of(ref(), object, JobPods.wanted(object)).wants() : pods().requests();
        }

        /** Whether it has to do with devices, or does not say so itself. */
        private boolean counts(AcceleratorCatalog accelerators) {
            return accelerators.wantedBy(wants()) || pods().claims() || runtime().isPresent();
        }

        /** Who says what its pods ask for, where it does not itself. */
        private Optional<String> runtime() {
            return kind.kind().equals("TrainJob") && pods().sets().isEmpty()
                    ? Optional.of(object.at("/spec/runtimeRef/name").asText())
                    : Optional.empty();
        }

        WorkloadWithoutPods told(String words, Optional<RemedySuggestion> advice) {
            var headline = queue().isEmpty() ? "It is suspended, and makes no pods until somebody resumes it"
                    : "It is suspended until the queue “%s” of Kueue admits it".formatted(queue());
            var detail = Stream.concat(words.isEmpty() ? Stream.empty() : Stream.of(words), runtime()
                    .map("What its pods ask for only its runtime says: "::concat).stream())
                    .collect(Collectors.joining(". "));
            return new WorkloadWithoutPods(ref(), true, headline, detail, wants(), pods().claims(),
                    kind.since(object).orElse(null),
                    advice);
        }
    }

    private static ObjectRef ref(SuspensionRules kind, String namespace, String name) {
        return kind.equals(SuspensionRules.JOB)
                ? new ObjectRef(kind.apiVersion(), kind.kind(), "jobs", namespace, name)
                : ObjectRef.unplaced(kind.apiVersion(), kind.kind(), namespace, name);
    }

    /** Kinds that the cluster may serve. */
    private List<SuspensionRules> kinds() throws Failure, InterruptedException {
        var groups = source.groups();
        return SuspensionRules.WORK.stream().filter(kind -> kind.equals(SuspensionRules.JOB) || groups.isEmpty()
                || groups.get().contains(ObjectRef.group(kind.apiVersion()))).toList();
    }

    /** Work by its name, or what made it and is suspended with it; empty where there is none of this name. */
    Optional<WorkloadWithoutPods> of(String namespace, String name) throws Failure, InterruptedException {
        var forbidden = Optional.<Failure>empty();
        for (var kind : kinds()) {
            try {
                var found = of(kind, namespace, name);
                if (found.isPresent()) {
                    return found;
                }
            } catch (Failure failure) {
                // It may be of another kind, which may be looked at.
                forbidden = Optional.of(forbidden(failure));
            }
        }
        if (forbidden.isPresent()) {
            throw forbidden.get();
        }
        return Optional.empty();
    }

    /** What is not allowed; whatever else goes wrong ends the search. */
    static Failure forbidden(Failure failure) throws Failure {
        if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
            throw failure;
        }
        return failure;
    }

    /** Work of one kind by its name. */
    Optional<WorkloadWithoutPods> of(SuspensionRules kind, String namespace, String name)
            throws Failure, InterruptedException {
        var found = source.object(ref(kind, namespace, name)).filter(object -> stands(kind, object));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var held = new SuspendedObject(kind, found.get());
        var maker = maker(held.object());
        if (maker.isPresent()) {
            var above = SuspensionRules.of(maker.get().path("apiVersion").asText(), maker.get().path("kind").asText());
            var told = above.isEmpty() ? Optional.<WorkloadWithoutPods>empty()
                    : of(above.get(), namespace, maker.get().path("name").asText());
            if (told.isPresent()) {
                return told;
            }
        }
        return Optional.of(explained(held));
    }

    private static boolean stands(SuspensionRules kind, JsonNode object) {
        return kind.on(object) && !kind.over(object);
    }

    private static Optional<JsonNode> maker(JsonNode object) {
        return object.at("/metadata/ownerReferences").valueStream()
                .filter(owner -> owner.path("controller").asBoolean()).findFirst();
    }

    private WorkloadWithoutPods explained(SuspendedObject held) throws Failure, InterruptedException {
        var ref = held.ref();
        if (held.queue().isEmpty()) {
            return held.told("", Optional.of(new RemedySuggestion(
                    "Resume it, if whoever suspended it has nothing against it", "tessera plan resume %s/%s -n %s"
                            .formatted(ref.kind().toLowerCase(Locale.ROOT), ref.name(), ref.namespace()),
                    new PodRemedy.ResumeWork(ref))));
        }
        var gaps = new ArrayList<String>();
        var queued = new QueueSource(new KueueObjects(source), ref.namespace()).read(held::owns, gaps::add);
        var words = queued.map(each -> "Its queue says: " + each.words())
                .or(() -> gaps.isEmpty() ? Optional.of("Its queue has not said why") : Optional.empty());
        var said = Stream.concat(words.stream(), gaps.stream()).collect(Collectors.joining(". "));
        return held.told(said, queued.flatMap(QueueStatus::advice));
    }

    /**
     * All in a namespace that have to do with devices, without what would help them.
     *
     * @param gaps hears what is not known and why, a sentence each without a full stop
     */
    List<WorkloadWithoutPods> all(String namespace, AcceleratorCatalog accelerators, Collection<String> gaps)
            throws Failure, InterruptedException {
        var held = new ArrayList<SuspendedObject>();
        Set<String> suspended = new HashSet<>();
        for (var kind : kinds()) {
            source.allowed(ref(kind, namespace, ""), object -> {
                if (stands(kind, object)) {
                    suspended.add(object.at(UID).asText());
                    var each = new SuspendedObject(kind, object);
                    if (each.counts(accelerators)) {
                        held.add(each);
                    }
                }
            }).ifPresent(why -> gaps.add("Suspended %ss are not known: %s".formatted(kind.kind(), why.sentence())));
        }
        // What was suspended with its maker is no work of its own.
        held.removeIf(each -> maker(each.object()).filter(owner -> suspended.contains(owner.path("uid").asText()))
                .isPresent());
        var words = held.isEmpty() ? List.<JsonNode>of() : queued(namespace, gaps);
        return held.stream().map(each -> each.told(words.stream()
                .flatMap(workload -> KueueObjects.waits(workload, each::owns).stream()).findFirst()
                .map("Its queue says: "::concat).orElse(""), Optional.empty())).toList();
    }

    private List<JsonNode> queued(String namespace, Collection<String> gaps) throws Failure, InterruptedException {
        var waiting = new ArrayList<JsonNode>();
        new KueueObjects(source).each("Workload", "workloads", namespace, workload -> {
            if (KueueObjects.waits(workload, _ -> true).isPresent()) {
                waiting.add(workload);
            }
        }).ifPresent(why -> gaps.add("What queues say is not known: " + why.sentence()));
        return waiting;
    }
}

package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuFleet;
import tessera.insight.PodOwners;
import tessera.model.ExceededQuota;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.SourceHealth;
import tessera.scheduling.PodFit;
import tessera.stack.GpuStack;
import tessera.stack.PodLog;

/**
 * All that is known when the examination begins.
 *
 * @param alerts  what the rules find
 * @param stack   the GPU stack; empty where it could not be read
 * @param remains what of it is neither pod nor label
 * @param waiting pods that wait for a node, one for each group that is alike
 * @param signs   what is told of pods, but by themselves
 * @param boards  devices that several pods share and that have little to do
 * @param written what pods in trouble wrote last, by their keys
 * @param warned  the newest warning about pods that do not start, by their keys
 * @param notes   what was noted of objects that could not be made
 * @param limits  of namespaces that do other than they seem to
 * @param evidence what single nodes tell beside their state
 * @param skipped what could not be read, a sentence each
 */
public record DiagnosisInput(GpuFleet fleet, AlertRules rules, AlertsState alerts, Optional<GpuStack> stack,
        GpuStackInventory remains,
        List<WaitingPods> waiting, List<PodSymptom> signs, List<SharedDevice> boards, Map<String, PodLog> written,
        Map<String, String> warned, List<FailureEvent> notes, List<Limit> limits, NodeEvidence evidence,
        List<String> skipped,
        Instant now) {

    public DiagnosisInput {
        waiting = List.copyOf(waiting);
        signs = List.copyOf(signs);
        boards = List.copyOf(boards);
        written = Map.copyOf(written);
        warned = Map.copyOf(warned);
        notes = List.copyOf(notes);
        limits = List.copyOf(limits);
        skipped = List.copyOf(skipped);
    }

    /**
     * Pods that wait and are alike.
     *
     * @param fit of the first of them
     */
    public record WaitingPods(List<PodFacts> pods, PodFit fit) {

        public WaitingPods {
            pods = List.copyOf(pods);
        }
    }

    /**
     * Something that is told of a pod.
     *
     * @param id        in the matrix
     * @param others    pods of its owner of which the same is told
     * @param container whose log tells more; empty where those of all do
     */
    public record PodSymptom(String id, PodFacts pod, List<String> evidence, List<PodFacts> others, String container) {

        public PodSymptom {
            evidence = List.copyOf(evidence);
            others = List.copyOf(others);
        }

        /** One that is told of a pod alone. */
        PodSymptom(String id, PodFacts pod, List<String> evidence) {
            this(id, pod, evidence, List.of(), "");
        }

        /** One for all pods of one owner of which the same is told. */
        static List<PodSymptom> folded(List<PodSymptom> signs) {
            var groups = new LinkedHashMap<String, List<PodSymptom>>();
            signs.forEach(sign -> groups.computeIfAbsent(sign.alike(), _ -> new ArrayList<>()).add(sign));
            return groups.values().stream().map(PodSymptom::together).toList();
        }

        private String alike() {
            var owner = PodOwners.of(pod);
            return id + " " + (owner.exists() ? pod.namespace() + "/" + owner.kind() + "/" + owner.name() : pod.key());
        }

        private static PodSymptom together(List<PodSymptom> alike) {
            var first = alike.getFirst();
            if (alike.size() == 1) {
                return first;
            }
            var evidence = new ArrayList<>(first.evidence());
            evidence.add("the same for %d more of %s: %s".formatted(alike.size() - 1, PodOwners.of(first.pod()).name(),
                    SymptomSubject.names(alike.stream().skip(1).map(other -> other.pod().name()).toList())));
            return new PodSymptom(first.id(), first.pod(), evidence,
                    alike.stream().skip(1).map(PodSymptom::pod).toList(),
                    first.container());
        }
    }

    /**
     * A device that several pods share and that has little to do.
     *
     * @param device what names it on its node
     */
    public record SharedDevice(String node, String device, List<String> evidence) {

        public SharedDevice {
            evidence = List.copyOf(evidence);
        }
    }

    /**
     * An event that says that something could not be made.
     *
     * @param object as kubectl names it
     * @param enough what the quota that refuses it would have to allow; empty where it is about none, or that has room by now
     * @param range  of limits that refuses it; empty where it is about none, or not known which
     */
    public record FailureEvent(String object, String message, Optional<RequiredQuota> enough, Optional<String> range) {

        private static final String IN = " -n ";

        /** One of which it is not known yet whether a range of limits refuses it. */
        FailureEvent(String object, String message) {
            this(object, message, ExceededQuota.in(message).map(quota -> quota.enough(1)), Optional.empty());
        }

        /** The change of the quota that is used up, or of the range of limits that refuses it; empty where it is about none. */
        Optional<Remediation> mending() {
            return enough
                    .flatMap(amounts -> ExceededQuota.in(message)
                            .<Remediation>map(
                                    quota -> new Remediation.ChangeQuota(namespace(), quota.quota(), amounts)))
                    .or(() -> range.map(name -> new Remediation.ChangeLimits(namespace(), name)));
        }

        String namespace() {
            int at = object.indexOf(IN);
            return at < 0 ? "" : object.substring(at + IN.length());
        }

        /** Its kind and name. */
        String name() {
            int at = object.indexOf(IN);
            return at < 0 ? object : object.substring(0, at);
        }
    }

    /**
     * An entry of a quota or limit range that means something else than it seems to.
     *
     * @param id     in the matrix
     * @param object a quota or range of limits
     */
    public record Limit(String id, ObjectRef object, String what) {

        Remediation mending() {
            return object.kind().equals("ResourceQuota")
                    ? new Remediation.ChangeQuota(object.namespace(), object.name(), RequiredQuota.UNKNOWN)
                    : new Remediation.ChangeLimits(object.namespace(), object.name());
        }

        /** As kubectl names it. */
        String named() {
            return "%s/%s -n %s".formatted(object.resource(), object.name(), object.namespace());
        }
    }

    /** Why no node is seen; empty where those that are seen are all. */
    Optional<Problem> nodesUnseen() {
        return fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why) ? Optional.of(why)
                : Optional.empty();
    }

    Map<String, PodFacts> everyPod() {
        var pods = new TreeMap<String, PodFacts>();
        fleet.snapshot().nodes().forEach(node -> node.pods().forEach(pod -> pods.put(pod.key(), pod)));
        fleet.snapshot().unbound().forEach(pod -> pods.put(pod.key(), pod));
        return pods;
    }
}

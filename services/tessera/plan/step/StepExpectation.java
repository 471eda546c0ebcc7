package tessera.plan.step;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.model.ObjectRef;

/** What the cluster must show before a change counts as done. */
public sealed interface StepExpectation {

    /** Fit to follow “until”. */
    String words(ObjectRef object);

    /** How one would wait for it by hand. */
    String command(ObjectRef object, Duration patience);

    /**
     * The object is no more.
     *
     * @param uid of the very object; a successor by the same name does not count
     */
    record ObjectGone(String uid) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return object + " is gone";
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl wait --for=delete %s --timeout=%ds".formatted(KubectlNames.object(object),
                    patience.toSeconds());
        }
    }

    /**
     * None of some pods is on a node any more.
     *
     * @param pods names by uid
     */
    record NodeEmptied(Map<String, String> pods) implements StepExpectation {

        public NodeEmptied {
            pods = Collections.unmodifiableMap(new LinkedHashMap<>(pods));
        }

        @Override
        public String words(ObjectRef object) {
            return pods.size() == 1 ? pods.values().iterator().next() + " has left " + object.name()
                    : "%d pods have left %s".formatted(pods.size(), object.name());
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get pods -A --watch --field-selector spec.nodeName=%s   # until %s".formatted(object.name(),
                    words(object));
        }
    }

    /**
     * A field has a value.
     *
     * @param pointer JSON pointer to it, e.g. {@code /status/allocatable/nvidia.com~1gpu}
     * @param value   as text; empty when the field shall not be there
     */
    record Shows(String pointer, String value) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return object + (value.isEmpty() ? " no longer has " + pointer : " has " + pointer + " = " + value);
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get %s --watch -o yaml   # until %s".formatted(KubectlNames.object(object), words(object));
        }
    }

    /**
     * Pods on a node were replaced by new ones, which are ready.
     *
     * @param former names by uid of those that shall go
     * @param apps   what the new ones have as the label {@code app}, one pod each
     */
    record PodsRenewed(Map<String, String> former, List<String> apps) implements StepExpectation {

        public PodsRenewed {
            former = Collections.unmodifiableMap(new TreeMap<>(former));
            apps = List.copyOf(apps);
        }

        @Override
        public String words(ObjectRef object) {
            return "%s on %s %s started anew".formatted(String.join(" and ", apps), object.name(),
                    apps.size() == 1 ? "has" : "have");
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get pods -A --watch --field-selector spec.nodeName=%s   # until %s".formatted(object.name(),
                    words(object));
        }
    }

    /**
     * A node shares its GPUs as a configuration says, and offers what comes of it.
     *
     * @param label  by which it takes its configuration; empty for none
     * @param offers by resource
     * @param labels what feature discovery says then
     * @param pods   who reads the configuration there
     */
    record NodeShared(String label, Map<String, Amount> offers, Map<String, String> labels, PodsRenewed pods)
            implements
                StepExpectation {

        /**
         * How much of a resource there is.
         *
         * @param capacity exactly
         * @param least    of it that the scheduler may hand out, as devices may be withheld
         */
        public record Amount(long capacity, long least) {}

        public NodeShared {
            offers = Collections.unmodifiableMap(new TreeMap<>(offers));
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        @Override
        public String words(ObjectRef object) {
            var amounts = offers.entrySet().stream().filter(offer -> offer.getValue().capacity() > 0)
                    .map(offer -> offer.getValue().capacity() + " " + offer.getKey()).toList();
            return object.name() + " offers " + (amounts.isEmpty() ? "nothing" : String.join(", ", amounts));
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get %s --watch -o jsonpath='{.status.allocatable}'   # until %s"
                    .formatted(KubectlNames.object(object), words(object));
        }
    }

    /**
     * The GPUs of a node are divided as a MIG configuration says, and the node offers what comes of it.
     *
     * @param devices how many of each resource there are then, each counted once however it is shared; empty where that
     *                is not known, and only the MIG manager's word counts
     * @param labels  what labels say then, an empty value for one that is no more
     */
    record GpusDivided(String config, Map<String, Long> devices,
            Map<String, String> labels) implements StepExpectation {

        public GpusDivided {
            devices = Collections.unmodifiableMap(new TreeMap<>(devices));
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        @Override
        public String words(ObjectRef object) {
            return object.name() + " offers what " + config + " gives";
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl wait %s --for=jsonpath='{.metadata.labels.nvidia\\.com/mig\\.config\\.state}'=success --timeout=%ds"
                    .formatted(KubectlNames.object(object), patience.toSeconds());
        }
    }

    /**
     * A MIG manager runs on a node that has read a ConfigMap since it was written.
     *
     * @param configMap its name
     * @param before    uid of a pod that has read it before, and does not count; empty for none
     */
    record Reads(String configMap, String before) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return "the MIG manager of " + object.name() + " has read " + configMap;
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get pods -A --watch -l app=nvidia-mig-manager --field-selector spec.nodeName=%s   # until %s"
                    .formatted(object.name(), words(object));
        }
    }

    /**
     * Something that makes pods has all of them, and they are ready.
     *
     * @param anew whether they are to be as it says now, and not only as many
     */
    record RolloutComplete(boolean anew) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return object + " has all of its pods, " + (anew ? "new and ready" : "and they are ready");
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl rollout status %s --timeout=%ds".formatted(KubectlNames.object(object),
                    patience.toSeconds());
        }
    }

    /**
     * A Job waits and has no pods, or makes some.
     *
     * @param on whether it waits
     */
    record JobPaused(boolean on) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return object + (on ? " has no pods left" : " makes pods again");
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get %s --watch   # until %s".formatted(KubectlNames.object(object), words(object));
        }
    }

    /**
     * A GPU stack works: the operator says so, every part of it runs, and nodes offer devices.
     *
     * @param gpus    whether there are nodes with GPUs, so that some must be offered
     * @param excused how many nodes with GPUs did not work before, and need not now
     */
    record StackOperating(String namespace, boolean gpus, int excused) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            var works = gpus ? "the GPU stack is ready and nodes offer GPUs" : "the operator is ready";
            return excused == 0 ? works
                    : works + ", but for %d %s that did not work before".formatted(excused,
                            excused == 1 ? "node" : "nodes");
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl wait %s --for=jsonpath='{.status.state}'=ready --timeout=%ds"
                    .formatted(KubectlNames.object(object), patience.toSeconds());
        }
    }

    /**
     * No node has the former driver any more, and none is closed for the sake of a new one.
     *
     * @param namespace of the GPU stack
     * @param excused   names of nodes that did not work before, and are not waited for
     */
    record DriversReplaced(String namespace, Set<String> excused) implements StepExpectation {

        public DriversReplaced {
            excused = Collections.unmodifiableSet(new TreeSet<>(excused));
        }

        @Override
        public String words(ObjectRef object) {
            return "every node has the driver that the release brings" + (excused.isEmpty() ? ""
                    : ", but for %s, which did not work before".formatted(String.join(", ", excused)));
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get nodes --watch -L nvidia.com/gpu-driver-upgrade-state   # until none is under way";
        }
    }

    /**
     * The pods of an object run, or have run.
     *
     * @param pods how many
     */
    record Runs(int pods) implements StepExpectation {

        @Override
        public String words(ObjectRef object) {
            return pods == 1 ? object + " runs" : "%d pods of %s run".formatted(pods, object);
        }

        @Override
        public String command(ObjectRef object, Duration patience) {
            return "kubectl get pods -n %s --watch   # until %s".formatted(object.namespace(), words(object));
        }
    }
}

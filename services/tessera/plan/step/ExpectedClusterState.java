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
import tessera.text.MessageCatalog;

/** A state that the cluster must show before a change counts as done. */
public sealed interface ExpectedClusterState {

    MessageCatalog MESSAGES = MessageCatalog.of(ExpectedClusterState.class);
    /** Returns the condition, to follow “until”. */
    String conditionText(ObjectRef object);

    /** Returns the command that waits for it by hand. */
    String commandLine(ObjectRef object, Duration timeout);

    private static String watchCommand(String arguments, String condition) {
        return "kubectl %s   # %s".formatted(arguments, MESSAGES.text("until", condition));
    }

    /**
     * The object does not exist any more.
     *
     * @param uid of the very object; a successor by the same name does not count
     */
    record ObjectDeletionExpectation(String uid) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text("gone", object);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return "kubectl wait --for=delete %s --timeout=%ds".formatted(KubectlObjectNameFormatter.objectName(object),
                    timeout.toSeconds());
        }
    }

    /**
     * None of the given pods is on a node any more.
     *
     * @param pods names by uid
     */
    record NodeEmptyExpectation(Map<String, String> pods) implements ExpectedClusterState {

        public NodeEmptyExpectation {
            pods = Collections.unmodifiableMap(new LinkedHashMap<>(pods));
        }

        @Override
        public String conditionText(ObjectRef object) {
            if (pods.size() == 1) {
                return MESSAGES.text("left.one", pods.values().iterator().next(), object.name());
            }
            return MESSAGES.text("left.several", pods.size(), object.name());
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get pods -A --watch --field-selector spec.nodeName=" + object.name(),
                    conditionText(object));
        }
    }

    /**
     * A field has a value.
     *
     * @param pointer JSON pointer to it, e.g. {@code /status/allocatable/nvidia.com~1gpu}
     * @param value   as text; empty when the field shall not be there
     */
    record FieldValueExpectation(String pointer, String value) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return value.isEmpty() ? MESSAGES.text("field.absent", object, pointer)
                    : MESSAGES.text("field.value", object, pointer, value);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get %s --watch -o yaml".formatted(KubectlObjectNameFormatter.objectName(object)),
                    conditionText(object));
        }
    }

    /**
     * Pods on a node were replaced by new ones, which are ready.
     *
     * @param former names by uid of those that shall go
     * @param apps   what the new ones have as the label {@code app}, one pod each
     */
    record PodReplacementExpectation(Map<String, String> former, List<String> apps) implements ExpectedClusterState {

        public PodReplacementExpectation {
            former = Collections.unmodifiableMap(new TreeMap<>(former));
            apps = List.copyOf(apps);
        }

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text("restarted", apps, object.name());
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get pods -A --watch --field-selector spec.nodeName=" + object.name(),
                    conditionText(object));
        }
    }

    /**
     * A node shares its GPUs by a configuration and advertises the resulting resources.
     *
     * @param label  by which it takes its configuration; empty for none
     * @param amountsByResource by resource
     * @param labels what feature discovery says then
     * @param pods   who reads the configuration there
     */
    record GpuSharingExpectation(String label, Map<String, ExpectedAdvertisedAmount> amountsByResource,
            Map<String, String> labels, PodReplacementExpectation pods) implements ExpectedClusterState {

        /**
         * The amount of a resource.
         *
         * @param capacity exactly
         * @param minimum    of it that the scheduler may hand out, as devices may be withheld
         */
        public record ExpectedAdvertisedAmount(long capacity, long minimum) {}

        public GpuSharingExpectation {
            amountsByResource = Collections.unmodifiableMap(new TreeMap<>(amountsByResource));
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        @Override
        public String conditionText(ObjectRef object) {
            if (amountsByResource.isEmpty()) {
                return MESSAGES.text("sharing.unknown", object.name());
            }
            var amounts = amountsByResource.entrySet().stream().filter(offer -> offer.getValue().capacity() > 0)
                    .map(offer -> offer.getValue().capacity() + " " + offer.getKey()).toList();
            return amounts.isEmpty() ? MESSAGES.text("sharing.none", object.name())
                    : MESSAGES.text("sharing.amounts", object.name(), amounts);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get %s --watch -o jsonpath='{.status.allocatable}'"
                    .formatted(KubectlObjectNameFormatter.objectName(object)), conditionText(object));
        }
    }

    /**
     * The GPUs of a node have a MIG configuration, and the node advertises the resulting resources.
     *
     * @param devices how many of each resource there are then, each counted once however it is shared; empty where that
     *                is not known, and only the MIG manager's word counts
     * @param labels  what labels say then, an empty value for one that is no more
     */
    record MigConfigurationExpectation(String config, Map<String, Long> devices,
            Map<String, String> labels) implements ExpectedClusterState {

        public MigConfigurationExpectation {
            devices = Collections.unmodifiableMap(new TreeMap<>(devices));
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text("mig.applied", object.name(), config);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return "kubectl wait %s --for=jsonpath='{.metadata.labels.nvidia\\.com/mig\\.config\\.state}'=success --timeout=%ds"
                    .formatted(KubectlObjectNameFormatter.objectName(object), timeout.toSeconds());
        }
    }

    /**
     * A MIG manager on a node has read a ConfigMap since it was written.
     *
     * @param configMap its name
     * @param before    uid of a pod that has read it before, and does not count; empty for none
     */
    record MigConfigMapReadExpectation(String configMap, String before) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text("mig.read", object.name(), configMap);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand(
                    "get pods -A --watch -l app=nvidia-mig-manager --field-selector spec.nodeName=" + object.name(),
                    conditionText(object));
        }
    }

    /**
     * A workload has all of its pods, and they are ready.
     *
     * @param currentTemplate whether they are to be as it says now, and not only as many
     */
    record RolloutCompletionExpectation(boolean currentTemplate) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text(currentTemplate ? "rollout.new" : "rollout.all", object);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return "kubectl %s %s --timeout=%ds".formatted("rollout status",
                    KubectlObjectNameFormatter.objectName(object), timeout.toSeconds());
        }
    }

    /**
     * A job is suspended and has no pods, or is resumed and creates some.
     *
     * @param suspended whether it waits
     */
    record JobSuspensionExpectation(boolean suspended) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text(suspended ? "suspended" : "resumed", object);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get %s --watch".formatted(KubectlObjectNameFormatter.objectName(object)),
                    conditionText(object));
        }
    }

    /**
     * A GPU stack works: the operator reports ready, every component runs, and nodes advertise devices.
     *
     * @param gpus    whether there are nodes with GPUs, so that some must be offered
     * @param excused how many nodes with GPUs did not work before, and need not now
     */
    record GpuStackReadinessExpectation(String namespace, boolean gpus, int excused) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            var works = MESSAGES.text(gpus ? "stack.gpus" : "stack.operator");
            return excused == 0 ? works : MESSAGES.text("stack.excused", works, excused);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return "kubectl wait %s --for=jsonpath='{.status.state}'=ready --timeout=%ds"
                    .formatted(KubectlObjectNameFormatter.objectName(object), timeout.toSeconds());
        }
    }

    /**
     * No node has the former driver any more, and none is cordoned for an upgrade.
     *
     * @param namespace of the GPU stack
     * @param excused   names of nodes that did not work before, and are not waited for
     */
    record DriverUpgradeExpectation(String namespace, Set<String> excused) implements ExpectedClusterState {

        public DriverUpgradeExpectation {
            excused = Collections.unmodifiableSet(new TreeSet<>(excused));
        }

        @Override
        public String conditionText(ObjectRef object) {
            var works = MESSAGES.text("driver");
            return excused.isEmpty() ? works : MESSAGES.text("driver.excused", works, excused);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get nodes --watch -L nvidia.com/gpu-driver-upgrade-state",
                    MESSAGES.text("driver.idle"));
        }
    }

    /**
     * The pods of an object run, or have run.
     *
     * @param pods how many
     */
    record PodStartExpectation(int pods) implements ExpectedClusterState {

        @Override
        public String conditionText(ObjectRef object) {
            return MESSAGES.text("started", pods, object);
        }

        @Override
        public String commandLine(ObjectRef object, Duration timeout) {
            return watchCommand("get pods -n %s --watch".formatted(object.namespace()), conditionText(object));
        }
    }
}

package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.fixture.plan.SimulatedClusterPolicySpec;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.write.SimulatedClusterPolicyStatus;
import tessera.demo.fixture.write.SimulatedOperandTemplateRenderer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;

/** The simulated GPU operator: while its pod runs, it maintains the operands' DaemonSets and the policy's status. */
final class SimulatedGpuOperatorController {

    private static final Duration SETTLING = Duration.ofSeconds(1);
    private static final String NAME = "gpu-operator";
    private static final String FEATURE = "feature.node.kubernetes.io/";

    private final SimulatedGpuStackContext context;
    private final SimulatedClusterPolicies policies;
    private final SimulatedControlPlaneComponent component;
    /** The operator's own Deployment, by namespace; only where it is ready. */
    private final Map<String, Boolean> offices = new HashMap<>();
    private final List<Runnable> followers = new ArrayList<>();
    private BooleanSupplier upgrading = () -> false;
    private boolean scheduled;

    SimulatedGpuOperatorController(SimulatedGpuStackContext context, SimulatedClusterPolicies policies) {
        this.context = context;
        this.policies = policies;
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), NAME, "nvidia-gpu-operator");
        policies.addListener(this::scheduleReconcile);
        context.loop().follow(context.types().deployments(), this::deploymentChanged);
        context.loop().follow(context.types().daemonSets(), (_, set) -> {
            if (SimulatedGpuOperand.forDaemonSet(SimulatedStoreJsonCodec.textAt(set, "metadata", "name")).isPresent()) {
                scheduleReconcile();
            }
        });
    }

    private void deploymentChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode deployment) {
        if (SimulatedStoreJsonCodec.textAt(deployment, "metadata", "name").equals(NAME)) {
            boolean ready = kind != SimulatedStoredObjectChange.WatchEventType.DELETED
                    && deployment.at("/status/readyReplicas").asInt() > 0;
            var before = offices.put(SimulatedStoreJsonCodec.textAt(deployment, "metadata", "namespace"), ready);
            if (before == null || before != ready) {
                scheduleReconcile();
                followers.forEach(Runnable::run);
            }
        }
    }

    /** Adds a listener for the start and stop of the operator's pod. */
    void addListener(Runnable follower) {
        followers.add(follower);
    }

    /** Sets the check for driver upgrades in progress, during which the driver operand is not ready. */
    void setUpgradeCheck(BooleanSupplier question) {
        upgrading = question;
    }

    /** Returns the namespace in which the operator's pod runs; empty if it does not run. */
    Optional<String> operatorNamespace() {
        return offices.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
    }

    /** Schedules a reconciliation. */
    void scheduleReconcile() {
        if (!scheduled) {
            scheduled = true;
            context.loop().runAfter(SETTLING, () -> {
                scheduled = false;
                reconcile();
            });
        }
    }

    private void reconcile() throws SimulatedApiException {
        var office = operatorNamespace();
        var inForce = policies.oldest();
        if (office.isEmpty() || inForce.isEmpty()) {
            return;
        }
        for (var other : policies.policiesByName().values()) {
            if (!other.equals(inForce.get())
                    && !SimulatedStoreJsonCodec.textAt(other, "status", "state").equals("ignored")) {
                editPolicyStatus(other, status -> status.put("state", "ignored"));
            }
        }
        var policy = policies.effectiveSpec();
        var unready = new ArrayList<String>();
        for (var operand : SimulatedGpuOperand.allOperands()) {
            boolean wanted = policy.isEnabled(operand) && (!context.lean() || operand.scriptLine().lean());
            var set = component.find(context.types().daemonSets(), office.get(), operand.daemonSet());
            if (wanted) {
                var kept = applyDaemonSet(operand, policy, set, office.get());
                boolean driver = operand.daemonSet().equals(SimulatedGpuOperand.DRIVER);
                if (!isReady(kept, !driver) || (driver && upgrading.getAsBoolean())) {
                    unready.add(operand.state());
                }
            } else if (set != null && !set.path("metadata").hasNonNull("deletionTimestamp")) {
                component.delete(context.types().daemonSets(), set,
                        SimulatedControlPlaneComponent.propagationOptions("Background"));
            }
        }
        writePolicyStatus(inForce.get(), office.get(), unready);
    }

    /** Creates or updates a DaemonSet. */
    private ObjectNode applyDaemonSet(SimulatedGpuOperand operand, SimulatedClusterPolicySpec policy,
            @Nullable ObjectNode set,
            String namespace) throws SimulatedApiException {
        var wanted = SimulatedOperandTemplateRenderer.newDaemonSet(operand, policy, namespace);
        if (set == null) {
            var owner = policies.oldest().map(object -> object.path("metadata"))
                    .orElseGet(SimulatedStoreJsonCodec::newObject);
            var fresh = wanted.deepCopy();
            SimulatedStoreJsonCodec.childObject(fresh, "metadata").putArray("ownerReferences").addObject()
                    .put("apiVersion", "nvidia.com/v1")
                    .put("kind", "ClusterPolicy").put("name", owner.path("name").asText())
                    .put("uid", owner.path("uid").asText()).put("controller", true).put("blockOwnerDeletion", true);
            return component.create(context.types().daemonSets(), fresh);
        }
        var applied = SimulatedStoreJsonCodec.textAt(wanted, "metadata", "annotations",
                SimulatedOperandTemplateRenderer.APPLIED);
        if (SimulatedStoreJsonCodec.textAt(set, "metadata", "annotations", SimulatedOperandTemplateRenderer.APPLIED)
                .equals(applied)) {
            return set;
        }
        return component.edit(context.types().daemonSets(), set, draft -> {
            var spec = SimulatedStoreJsonCodec.childObject(draft, "spec");
            SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(draft, "metadata"), "annotations")
                    .put(SimulatedOperandTemplateRenderer.APPLIED, applied);
            spec.set("template", wanted.path("spec").path("template").deepCopy());
            spec.set("updateStrategy", wanted.path("spec").path("updateStrategy").deepCopy());
        });
    }

    /** @param updated whether all pods must be those of the newest template */
    private static boolean isReady(JsonNode set, boolean updated) {
        var status = set.path("status");
        int desired = status.path("desiredNumberScheduled").asInt();
        return status.path("observedGeneration").asLong() >= set.path("metadata").path("generation").asLong()
                && status.path("numberReady").asInt() >= desired
                && (!updated || status.path("updatedNumberScheduled").asInt() >= desired);
    }

    private void writePolicyStatus(ObjectNode policy, String namespace, List<String> unready)
            throws SimulatedApiException {
        boolean features = false;
        boolean gpus = false;
        for (var node : context.loop().objects().store().list(context.types().nodes(), "").objects()) {
            var labels = node.toTree().path("metadata").path("labels");
            features |= labels.propertyStream().anyMatch(label -> label.getKey().startsWith(FEATURE));
            gpus |= labels.path(SimulatedGpuNodeRegistry.PRESENT).asText().equals("true");
        }
        SimulatedClusterPolicyStatus policyStatus;
        if (!features) {
            policyStatus = SimulatedClusterPolicyStatus.withoutFeatures();
        } else if (!gpus) {
            policyStatus = SimulatedClusterPolicyStatus.withoutGpus();
        } else {
            policyStatus = SimulatedClusterPolicyStatus.forUnready(unready);
        }
        var now = SimulatedTimestampFormat.secondsText(component.now());
        var wanted = policyStatus.statusObject(namespace, now, policy.path("status"));
        if (!wanted.equals(policy.path("status"))) {
            boolean turned = !SimulatedStoreJsonCodec.textAt(policy, "status", "state")
                    .equals(policyStatus.stateName());
            editPolicyStatus(policy, status -> status.removeAll().setAll(wanted));
            if (turned) {
                policies.resourceType().ifPresent(type -> component.recordEvent(type, policy,
                        policyStatus.healthy()
                                ? SimulatedEventContent.normalEvent(policyStatus.reason(), policyStatus.message())
                                : SimulatedEventContent.warningEvent(policyStatus.reason(), policyStatus.message())));
            }
        }
    }

    private void editPolicyStatus(ObjectNode policy, Consumer<ObjectNode> change) throws SimulatedApiException {
        var type = policies.resourceType();
        if (type.isPresent()) {
            component.editStatus(type.get(), policy, change);
        }
    }
}

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
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.EventNote;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.plan.PolicySpec;
import tessera.demo.fixture.write.OperandTemplates;
import tessera.demo.fixture.write.PolicyStatus;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** The GPU operator: as long as its pod runs, it makes of the policy the DaemonSets of the operands, and tells how they are. */
final class GpuOperatorController {

    private static final Duration SETTLING = Duration.ofSeconds(1);
    private static final String NAME = "gpu-operator";
    private static final String FEATURE = "feature.node.kubernetes.io/";

    private final GpuStackContext ground;
    private final ClusterPolicies policies;
    private final ControlComponent component;
    /** The operator's own Deployment, by namespace; only where it is ready. */
    private final Map<String, Boolean> offices = new HashMap<>();
    private final List<Runnable> followers = new ArrayList<>();
    private BooleanSupplier upgrading = () -> false;
    private boolean due;

    GpuOperatorController(GpuStackContext ground, ClusterPolicies policies) {
        this.ground = ground;
        this.policies = policies;
        component = new ControlComponent(ground.loop(), ground.kinds(), NAME, "nvidia-gpu-operator");
        policies.listen(this::look);
        ground.loop().follow(ground.kinds().deployments(), this::deploymentChanged);
        ground.loop().follow(ground.kinds().daemonSets(), (_, set) -> {
            if (GpuOperand.of(StoreJson.text(set, "metadata", "name")).isPresent()) {
                look();
            }
        });
    }

    private void deploymentChanged(StoreChange.ChangeKind kind, ObjectNode deployment) {
        if (StoreJson.text(deployment, "metadata", "name").equals(NAME)) {
            boolean ready = kind != StoreChange.ChangeKind.DELETED
                    && deployment.at("/status/readyReplicas").asInt() > 0;
            var before = offices.put(StoreJson.text(deployment, "metadata", "namespace"), ready);
            if (before == null || before != ready) {
                look();
                followers.forEach(Runnable::run);
            }
        }
    }

    /** Has someone told that the operator's pod has come or gone. */
    void follow(Runnable follower) {
        followers.add(follower);
    }

    /** Says how it is known whether drivers are being upgraded: until then that operand is not ready. */
    void awaits(BooleanSupplier question) {
        upgrading = question;
    }

    /** Whether the operator's pod runs, and where. */
    Optional<String> office() {
        return offices.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
    }

    /** Has the operator look at everything soon. */
    void look() {
        if (!due) {
            due = true;
            ground.loop().after(SETTLING, () -> {
                due = false;
                reconcile();
            });
        }
    }

    private void reconcile() throws ApiError {
        var office = office();
        var inForce = policies.inForce();
        if (office.isEmpty() || inForce.isEmpty()) {
            return;
        }
        for (var other : policies.all().values()) {
            if (!other.equals(inForce.get()) && !StoreJson.text(other, "status", "state").equals("ignored")) {
                report(other, status -> status.put("state", "ignored"));
            }
        }
        var policy = policies.policy();
        var unready = new ArrayList<String>();
        for (var operand : GpuOperand.all()) {
            boolean wanted = policy.wants(operand) && (!ground.lean() || operand.line().lean());
            var set = component.find(ground.kinds().daemonSets(), office.get(), operand.daemonSet());
            if (wanted) {
                var kept = keep(operand, policy, set, office.get());
                boolean driver = operand.daemonSet().equals(GpuOperand.DRIVER);
                if (!ready(kept, !driver) || (driver && upgrading.getAsBoolean())) {
                    unready.add(operand.state());
                }
            } else if (set != null && !set.path("metadata").hasNonNull("deletionTimestamp")) {
                component.delete(ground.kinds().daemonSets(), set, ControlComponent.propagating("Background"));
            }
        }
        tell(inForce.get(), office.get(), unready);
    }

    /** Makes a DaemonSet, or brings it up to date. */
    private ObjectNode keep(GpuOperand operand, PolicySpec policy, @Nullable ObjectNode set,
            String namespace) throws ApiError {
        var wanted = OperandTemplates.daemonSet(operand, policy, namespace);
        if (set == null) {
            var owner = policies.inForce().map(object -> object.path("metadata")).orElseGet(StoreJson::object);
            var fresh = wanted.deepCopy();
            StoreJson.child(fresh, "metadata").putArray("ownerReferences").addObject()
                    .put("apiVersion", "nvidia.com/v1")
                    .put("kind", "ClusterPolicy").put("name", owner.path("name").asText())
                    .put("uid", owner.path("uid").asText()).put("controller", true).put("blockOwnerDeletion", true);
            return component.create(ground.kinds().daemonSets(), fresh);
        }
        var applied = StoreJson.text(wanted, "metadata", "annotations", OperandTemplates.APPLIED);
        if (StoreJson.text(set, "metadata", "annotations", OperandTemplates.APPLIED).equals(applied)) {
            return set;
        }
        return component.edit(ground.kinds().daemonSets(), set, draft -> {
            var spec = StoreJson.child(draft, "spec");
            StoreJson.child(StoreJson.child(draft, "metadata"), "annotations").put(OperandTemplates.APPLIED, applied);
            spec.set("template", wanted.path("spec").path("template").deepCopy());
            spec.set("updateStrategy", wanted.path("spec").path("updateStrategy").deepCopy());
        });
    }

    /** @param updated whether all pods must be those of the newest template */
    private static boolean ready(JsonNode set, boolean updated) {
        var status = set.path("status");
        int desired = status.path("desiredNumberScheduled").asInt();
        return status.path("observedGeneration").asLong() >= set.path("metadata").path("generation").asLong()
                && status.path("numberReady").asInt() >= desired
                && (!updated || status.path("updatedNumberScheduled").asInt() >= desired);
    }

    private void tell(ObjectNode policy, String namespace, List<String> unready) throws ApiError {
        boolean features = false;
        boolean gpus = false;
        for (var node : ground.loop().objects().store().list(ground.kinds().nodes(), "").objects()) {
            var labels = node.tree().path("metadata").path("labels");
            features |= labels.propertyStream().anyMatch(label -> label.getKey().startsWith(FEATURE));
            gpus |= labels.path(SimulatedGpuNodes.PRESENT).asText().equals("true");
        }
        var verdict = !features ? PolicyStatus.withoutFeatures()
                : !gpus ? PolicyStatus.withoutGpus() : PolicyStatus.of(unready);
        var now = ObjectTimes.seconds(component.now());
        var wanted = verdict.status(namespace, now, policy.path("status"));
        if (!wanted.equals(policy.path("status"))) {
            boolean turned = !StoreJson.text(policy, "status", "state").equals(verdict.state());
            report(policy, status -> status.removeAll().setAll(wanted));
            if (turned) {
                policies.type().ifPresent(type -> component.tell(type, policy,
                        verdict.well() ? EventNote.normal(verdict.reason(), verdict.message())
                                : EventNote.warning(verdict.reason(), verdict.message())));
            }
        }
    }

    private void report(ObjectNode policy, Consumer<ObjectNode> change) throws ApiError {
        var type = policies.type();
        if (type.isPresent()) {
            component.editStatus(type.get(), policy, change);
        }
    }
}

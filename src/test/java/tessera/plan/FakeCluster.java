package tessera.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepDryRunResult;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;

/** The two seams of the pipeline, answered from lists. */
final class FakeCluster implements PlanStepExecutor, PlannerInputReader {

    final Map<String, PlanTargetNode> nodes = new HashMap<>();
    final List<PlanStep> executed = new CopyOnWriteArrayList<>();
    volatile Function<PlanStep, PlanStepOutcome> answer = step -> new PlanStepOutcome.StepSuccessOutcome("");
    volatile Function<PlanStep, Optional<Problem>> rehearsal = step -> Optional.empty();
    volatile Function<RequiredPermission, Boolean> allowed = permission -> true;

    void put(String name, boolean cordoned) {
        nodes.put(name, new PlanTargetNode(name, name, "1", Map.of(), List.of(), cordoned, Map.of()));
    }

    @Override
    public PlanTargetNode readNode(String name) throws ProblemException {
        var node = nodes.get(name);
        if (node == null) {
            throw new ProblemException(Problem.of(OperationProblemKind.NOT_FOUND, "nodes “" + name + "” not found"));
        }
        return node;
    }

    @Override
    public List<PodPlanningDetails> podsOn(String node) {
        return List.of();
    }

    @Override
    public List<PodPlanningDetails> unboundPods() {
        return List.of();
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) {
        return List.of();
    }

    @Override
    public List<PodDisruptionBudget> readBudgets(Set<String> namespaces) {
        return List.of();
    }

    @Override
    public Set<ObjectRef> missingDaemonSets(Set<ObjectRef> daemonSets) {
        return Set.of();
    }

    @Override
    public AcceptedMigConfigurations readMigOffer(String node, String namespace) {
        return new AcceptedMigConfigurations("", Map.of(), Optional.empty());
    }

    @Override
    public MigConfigMaps readMigSource(String namespace, Set<String> names) {
        return MigConfigMaps.NONE;
    }

    @Override
    public MigManagerStoppedHostServices readHostClients(String namespace) {
        return new MigManagerStoppedHostServices(MigManagerStoppedHostServices.USUAL, List.of(), Optional.empty());
    }

    @Override
    public DevicePluginSharingConfiguration readSharing() {
        return DevicePluginSharingConfiguration.NONE;
    }

    @Override
    public String readUser() {
        return "ops";
    }

    @Override
    public PlanStepDryRunResult rehearse(PlanStep step) throws ProblemException {
        var problem = rehearsal.apply(step);
        if (problem.isPresent()) {
            throw new ProblemException(problem.get());
        }
        return new PlanStepDryRunResult("spec: {}\n", "spec:\n  unschedulable: true\n", new ArrayList<>());
    }

    @Override
    public Optional<Problem> changeBlock() {
        return Optional.empty();
    }

    @Override
    public RequiredPermission.PermissionAnswer checkAccess(RequiredPermission permission) {
        return new RequiredPermission.PermissionAnswer(permission, allowed.apply(permission), "");
    }

    @Override
    public List<String> remainingEffects(PlanStep step, boolean done) {
        return List.of();
    }

    @Override
    public PlanStepOutcome execute(PlanStep step, RunningStepControl stepListener) throws InterruptedException {
        executed.add(step);
        return answer.apply(step);
    }
}

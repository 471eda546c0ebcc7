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
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.HostClients;
import tessera.plan.context.MigOffer;
import tessera.plan.context.MigSource;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PodDetail;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SurveyLookups;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepDryRun;
import tessera.plan.step.StepExecutor;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/** The two seams of the pipeline, answered from lists. */
final class FakeCluster implements StepExecutor, SurveyLookups {

    final Map<String, NodeObject> nodes = new HashMap<>();
    final List<PlanStep> executed = new CopyOnWriteArrayList<>();
    volatile Function<PlanStep, StepOutcome> answer = step -> new StepOutcome.StepDone("");
    volatile Function<PlanStep, Optional<Problem>> rehearsal = step -> Optional.empty();
    volatile Function<StepAccess, Boolean> allowed = access -> true;

    void put(String name, boolean cordoned) {
        nodes.put(name, new NodeObject(name, name, "1", Map.of(), List.of(), cordoned, Map.of()));
    }

    @Override
    public NodeObject readNode(String name) throws Failure {
        var node = nodes.get(name);
        if (node == null) {
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "nodes “" + name + "” not found"));
        }
        return node;
    }

    @Override
    public List<PodDetail> podsOn(String node) {
        return List.of();
    }

    @Override
    public List<PodDetail> unboundPods() {
        return List.of();
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) {
        return List.of();
    }

    @Override
    public List<BudgetStatus> readBudgets(Set<String> namespaces) {
        return List.of();
    }

    @Override
    public MigOffer readMigOffer(String node, String namespace) {
        return new MigOffer("", Map.of(), Optional.empty());
    }

    @Override
    public MigSource readMigSource(String namespace, Set<String> names) {
        return MigSource.NONE;
    }

    @Override
    public HostClients readHostClients(String namespace) {
        return new HostClients(HostClients.USUAL, List.of(), Optional.empty());
    }

    @Override
    public SharingSetup readSharing() {
        return SharingSetup.NONE;
    }

    @Override
    public String readUser() {
        return "ops";
    }

    @Override
    public StepDryRun rehearse(PlanStep step) throws Failure {
        var problem = rehearsal.apply(step);
        if (problem.isPresent()) {
            throw new Failure(problem.get());
        }
        return new StepDryRun("spec: {}\n", "spec:\n  unschedulable: true\n", new ArrayList<>());
    }

    @Override
    public Optional<Problem> changeBlock() {
        return Optional.empty();
    }

    @Override
    public StepAccess.AccessAnswer checkAccess(StepAccess access) {
        return new StepAccess.AccessAnswer(access, allowed.apply(access), "");
    }

    @Override
    public List<String> remainingEffects(PlanStep step, boolean done) {
        return List.of();
    }

    @Override
    public StepOutcome execute(PlanStep step, StepListener attendant) throws InterruptedException {
        executed.add(step);
        return answer.apply(step);
    }
}

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
import tessera.model.Problem.Kind;
import tessera.plan.step.Access;
import tessera.plan.step.Attendant;
import tessera.plan.step.Outcome;
import tessera.plan.step.Rehearsal;
import tessera.plan.step.Step;
import tessera.plan.step.StepExecutor;
import tessera.plan.survey.Budget;
import tessera.plan.survey.HostClients;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.MigOffer;
import tessera.plan.survey.MigSource;
import tessera.plan.survey.NodeObject;
import tessera.plan.survey.PodDetail;
import tessera.plan.survey.SharingSetup;

/** The two seams of the pipeline, answered from lists. */
final class FakeCluster implements StepExecutor, Lookups {

    final Map<String, NodeObject> nodes = new HashMap<>();
    final List<Step> executed = new CopyOnWriteArrayList<>();
    volatile Function<Step, Outcome> answer = step -> new Outcome.Done("");
    volatile Function<Step, Optional<Problem>> rehearsal = step -> Optional.empty();
    volatile Function<Access, Boolean> allowed = access -> true;

    void put(String name, boolean cordoned) {
        nodes.put(name, new NodeObject(name, name, "1", Map.of(), List.of(), cordoned, Map.of()));
    }

    @Override
    public NodeObject node(String name) throws Failure {
        var node = nodes.get(name);
        if (node == null) {
            throw new Failure(Problem.of(Kind.NOT_FOUND, "nodes “" + name + "” not found"));
        }
        return node;
    }

    @Override
    public List<PodDetail> podsOn(String node) {
        return List.of();
    }

    @Override
    public List<PodDetail> podsOnNoNode() {
        return List.of();
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) {
        return List.of();
    }

    @Override
    public List<Budget> budgets(Set<String> namespaces) {
        return List.of();
    }

    @Override
    public MigOffer migOffer(String node, String namespace) {
        return new MigOffer("", Map.of(), Optional.empty());
    }

    @Override
    public MigSource migSource(String namespace, Set<String> names) {
        return MigSource.NONE;
    }

    @Override
    public HostClients hostClients(String namespace) {
        return new HostClients(HostClients.USUAL, List.of(), Optional.empty());
    }

    @Override
    public SharingSetup sharing() {
        return SharingSetup.NONE;
    }

    @Override
    public String user() {
        return "ops";
    }

    @Override
    public Rehearsal rehearse(Step step) throws Failure {
        var problem = rehearsal.apply(step);
        if (problem.isPresent()) {
            throw new Failure(problem.get());
        }
        return new Rehearsal("spec: {}\n", "spec:\n  unschedulable: true\n", new ArrayList<>());
    }

    @Override
    public Optional<Problem> standing() {
        return Optional.empty();
    }

    @Override
    public Access.Answer ask(Access access) {
        return new Access.Answer(access, allowed.apply(access), "");
    }

    @Override
    public List<String> remains(Step step, boolean done) {
        return List.of();
    }

    @Override
    public Outcome execute(Step step, Attendant attendant) throws InterruptedException {
        executed.add(step);
        return answer.apply(step);
    }
}

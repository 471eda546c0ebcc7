package tessera.cluster.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.helm.HelmStepExecutor.HelmDryRunResult;
import tessera.cluster.object.ApiObjectReader;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;

/**
 * A dry run of each object of a chart on the server: Helm would find a refused object only midway, and leave a half-made revision. What Helm would make is asked for as Helm would; an object that is as it was is not
 * sent by Helm either, and whether an object can be judged before Helm is at work decides whether it is asked about.
 *
 * @param writes by which it is asked, without a change
 */
record HelmChartObjectDryRun(ClusterWriteClient writes, ApiObjectReader objects) {

    /** That the object itself is wrong; whether it may be made, and in which namespace, is asked elsewhere. */
    private static final Set<Integer> WRONG = Set.of(400, 422);
    private static final int NOT_FOUND = 404;
    private static final int THERE_ALREADY = 409;
    /** What the server says where a webhook that could not be asked is to blame, and not the object. */
    private static final String UNASKED = "does not" + " support" + " dry run";
    private static final String DEFINITION = "CustomResourceDefinition";

    /**
     * Dry-runs all objects of a chart. A kind that the cluster does not have yet comes with the chart, and is not asked about; nor is
     * one that the chart may define anew before.
     *
     * @param namespace of those that name none
     * @throws ProblemException with the words of the server where it would refuse one
     */
    void checkObjects(HelmDryRunResult made, String namespace) throws ProblemException, InterruptedException {
        var objectLocator = new HelmChartObjectLocator(new HttpReferencedObjectReader(objects), namespace);
        var former = new HashMap<ObjectRef, ObjectNode>();
        for (var object : made.before()) {
            objectLocator.locate(object).ifPresent(objectRef -> former.put(objectRef, object));
        }
        var defined = new HashSet<>(definedKinds(made.after()));
        defined.addAll(definedKinds(made.replacedCrds()));
        for (var object : made.after()) {
            var which = objectLocator.locate(object);
            if (which.isPresent() && !defined.contains(kindOf(object))) {
                checkObject(which.get(), Optional.ofNullable(former.get(which.get())), object);
            }
        }
        for (var hook : made.hooks()) {
            var which = objectLocator.locate(hook);
            if (which.isPresent() && !defined.contains(kindOf(hook))) {
                failIfRefused(which.get(), writes.dryRunForHelm(creationStep(which.get(), hook)));
            }
        }
    }

    /** Locates the objects of a chart in the cluster. */
    private record HelmChartObjectLocator(HttpReferencedObjectReader referenceReader, String namespace) {

        /** Returns the object's place; empty for a kind unknown to the cluster, and for a generated name. */
        Optional<ObjectRef> locate(ObjectNode object) throws ProblemException, InterruptedException {
            var version = object.path("apiVersion").asText();
            var kind = object.path("kind").asText();
            var name = object.at("/metadata/name").asText("");
            var known = name.isEmpty() ? Optional.<ServedKind>empty() : referenceReader.findKind(version, kind);
            return known.map(each -> new ObjectRef(version, kind, each.plural(),
                    each.namespaced() ? object.at("/metadata/namespace").asText(namespace) : "", name));
        }
    }

    private static Set<String> definedKinds(List<ObjectNode> objects) {
        var kinds = new HashSet<String>();
        objects.stream().filter(object -> object.path("kind").asText().equals(DEFINITION)).forEach(
                object -> kinds.add(object.at("/spec/group").asText() + "/" + object.at("/spec/names/kind").asText()));
        return kinds;
    }

    private static String kindOf(ObjectNode object) {
        var version = object.path("apiVersion").asText();
        return version.substring(0, Math.max(0, version.indexOf('/'))) + "/" + object.path("kind").asText();
    }

    private void checkObject(ObjectRef objectRef, Optional<ObjectNode> former, ObjectNode object)
            throws ProblemException, InterruptedException {
        var create = creationStep(objectRef, object);
        var changes = changesOf(former, object);
        if (former.isPresent() && changes.isEmpty()) {
            return;
        }
        var change = new PlanStep.PatchObjectStep(objectRef, "", ObjectPatchFormat.MERGE, changes.toString(), Map.of());
        failIfRefused(objectRef,
                former.isPresent() ? dryRunOr(change, NOT_FOUND, create) : dryRunOr(create, THERE_ALREADY, change));
    }

    private ClusterWriteResult dryRunOr(PlanStep step, int refusal, PlanStep other)
            throws ProblemException, InterruptedException {
        var sent = writes.dryRunForHelm(step);
        if (sent instanceof ClusterWriteResult.RefusedClusterWrite(var status, var _, var _) && status == refusal) {
            return writes.dryRunForHelm(other);
        }
        return sent;
    }

    private static PlanStep.CreateObjectStep creationStep(ObjectRef objectRef, ObjectNode object) {
        var place = object.deepCopy();
        if (objectRef.namespace().isEmpty()) {
            place.withObject("metadata").remove("namespace");
        }
        return new PlanStep.CreateObjectStep(objectRef, place.toString());
    }

    private static void failIfRefused(ObjectRef objectRef, ClusterWriteResult sent) throws ProblemException {
        if (sent instanceof ClusterWriteResult.RefusedClusterWrite(var status, var problem, var _)
                && WRONG.contains(status) && !problem.problemText().contains(UNASKED)) {
            throw new ProblemException(
                    Problem.of(problem.kind(), new PlanExecutionReason.ChartObjectRejected(objectRef))
                            .withDetail(problem.problemText()).withRemedy(problem.remedy()));
        }
    }

    /**
     * Returns Helm's changes to an object: the difference between its charts, without edits by others or the server's defaults.
     * Only how a Deployment is replaced is sent as a whole, as Helm does: what belongs to another way would contradict it.
     */
    private static ObjectNode changesOf(Optional<ObjectNode> former, ObjectNode object) {
        var changes = former.isEmpty() ? object.deepCopy() : MergePatch.between(former.get(), object).body();
        if (changes.at("/spec/strategy") instanceof ObjectNode strategy
                && object.at("/spec/strategy/rollingUpdate").isMissingNode()) {
            strategy.putNull("rollingUpdate");
        }
        return changes;
    }
}

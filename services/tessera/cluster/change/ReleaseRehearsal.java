package tessera.cluster.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.helm.HelmSteps.ReleaseContents;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.PatchForm;

/**
 * Asks the server what it would make of each object that a chart has: Helm finds out only when it is at work, and an object that is
 * refused then leaves a revision half made. What Helm would make is asked for as Helm would; an object that is as it was is not
 * sent by Helm either, and whether an object can be judged before Helm is at work decides whether it is asked about.
 *
 * @param writes by which it is asked, without a change
 */
record ReleaseRehearsal(WriteClient writes, ObjectLists objects) {

    /** That the object itself is wrong; whether it may be made, and in which namespace, is asked elsewhere. */
    private static final Set<Integer> WRONG = Set.of(400, 422);
    private static final int NOT_FOUND = 404;
    private static final int THERE_ALREADY = 409;
    /** What the server says where a webhook that could not be asked is to blame, and not the object. */
    private static final String UNASKED = "does not support dry run";
    private static final String DEFINITION = "CustomResourceDefinition";

    /**
     * Looks at all objects of a chart. A kind that the cluster does not have yet comes with the chart, and is not asked about; nor is
     * one that the chart may define anew before.
     *
     * @param namespace of those that name none
     * @throws Failure with the words of the server where it would refuse one
     */
    void check(ReleaseContents made, String namespace) throws Failure, InterruptedException {
        var places = new ObjectLocations(new HttpManifests(objects), namespace);
        var former = new HashMap<ObjectRef, ObjectNode>();
        for (var object : made.before()) {
            places.of(object).ifPresent(which -> former.put(which, object));
        }
        var defined = new HashSet<>(defined(made.after()));
        defined.addAll(defined(made.renewed()));
        for (var object : made.after()) {
            var which = places.of(object);
            if (which.isPresent() && !defined.contains(kind(object))) {
                check(which.get(), Optional.ofNullable(former.get(which.get())), object);
            }
        }
        for (var hook : made.hooks()) {
            var which = places.of(hook);
            if (which.isPresent() && !defined.contains(kind(hook))) {
                refuse(which.get(), writes.wouldTakeFromHelm(creation(which.get(), hook)));
            }
        }
    }

    /** Where objects of a chart are, or would be. */
    private record ObjectLocations(HttpManifests kinds, String namespace) {

        /** Empty for what the cluster has no kind for, and for what has no name before it is made. */
        Optional<ObjectRef> of(ObjectNode object) throws Failure, InterruptedException {
            var version = object.path("apiVersion").asText();
            var kind = object.path("kind").asText();
            var name = object.at("/metadata/name").asText("");
            var known = name.isEmpty() ? Optional.<KnownKind>empty() : kinds.kind(version, kind);
            return known.map(each -> new ObjectRef(version, kind, each.plural(),
                    each.namespaced() ? object.at("/metadata/namespace").asText(namespace) : "", name));
        }
    }

    private static Set<String> defined(List<ObjectNode> objects) {
        var kinds = new HashSet<String>();
        objects.stream().filter(each -> each.path("kind").asText().equals(DEFINITION))
                .forEach(each -> kinds
                        .add(each.at("/spec/group").asText() + "/" + each.at("/spec/names/kind").asText()));
        return kinds;
    }

    private static String kind(ObjectNode object) {
        var version = object.path("apiVersion").asText();
        return version.substring(0, Math.max(0, version.indexOf('/'))) + "/" + object.path("kind").asText();
    }

    private void check(ObjectRef which, Optional<ObjectNode> former, ObjectNode object)
            throws Failure, InterruptedException {
        var create = creation(which, object);
        var changes = changes(former, object);
        if (former.isPresent() && changes.isEmpty()) {
            return;
        }
        var change = new PlanStep.Patch(which, "", PatchForm.MERGE, changes.toString(), Map.of());
        var sent = writes.wouldTakeFromHelm(former.isPresent() ? change : create);
        if (sent instanceof WriteResult.WriteRefused(var status, var _, var _)
                && status == (former.isPresent() ? NOT_FOUND : THERE_ALREADY)) {
            sent = writes.wouldTakeFromHelm(former.isPresent() ? create : change);
        }
        refuse(which, sent);
    }

    private static PlanStep.Create creation(ObjectRef which, ObjectNode object) {
        var place = object.deepCopy();
        if (which.namespace().isEmpty()) {
            place.withObject("metadata").remove("namespace");
        }
        return new PlanStep.Create(which, place.toString());
    }

    private static void refuse(ObjectRef which, WriteResult sent) throws Failure {
        if (sent instanceof WriteResult.WriteRefused(var status, var problem, var _) && WRONG.contains(status)
                && !problem.sentence().contains(UNASKED)) {
            throw new Failure(new Problem(problem.kind(), "The server would refuse " + which + " of the chart",
                    problem.sentence(), problem.remedy()));
        }
    }

    /**
     * What Helm changes of an object: what its charts say otherwise, and not what others have done to it or the server has filled in.
     * Only how a Deployment is replaced is sent as a whole, as Helm does: what belongs to another way would contradict it.
     */
    private static ObjectNode changes(Optional<ObjectNode> former, ObjectNode object) {
        var changes = former.isEmpty() ? object.deepCopy() : MergePatch.between(former.get(), object).body();
        if (changes.at("/spec/strategy") instanceof ObjectNode strategy
                && object.at("/spec/strategy/rollingUpdate").isMissingNode()) {
            strategy.putNull("rollingUpdate");
        }
        return changes;
    }
}

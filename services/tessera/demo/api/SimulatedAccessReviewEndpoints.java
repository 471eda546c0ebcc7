package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.FieldViolation;

/** Endpoints for reviews of one's own access and name: objects that are created to be answered, and never stored. */
final class SimulatedAccessReviewEndpoints {

    private SimulatedAccessReviewEndpoints() {}

    /** Answers a {@code SelfSubjectAccessReview}: with managed fields, which a real server adds although it stores nothing. */
    static void answerSelfAccess(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var spec = call.readObject("SelfSubjectAccessReview").object().path("spec");
        var grant = call.context().rbac().findGrant(call.user(), attributesOf(spec));
        var asked = newReview("SelfSubjectAccessReview", "authorization.k8s.io/v1");
        asked.set("spec", spec);
        var review = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(
                SimulatedKindSchema.findBuiltIn("SelfSubjectAccessReview").orElseThrow(), null, asked,
                new FieldManagerIdentity(call.writeOptions("CreateOptions").manager(),
                        call.context().clock().instant()));
        var status = review.putObject("status").put("allowed", grant.isPresent());
        grant.filter(reason -> !reason.isEmpty()).ifPresent(reason -> status.put("reason", reason));
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    static void answerSelf(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var review = newReview("SelfSubjectReview", "authentication.k8s.io/v1");
        SimulatedStoreJsonCodec.childObject(review, "metadata").put("creationTimestamp",
                SimulatedTimestampFormat.secondsText(call.context().clock().instant()));
        var info = review.putObject("status").putObject("userInfo").put("username", call.user().name());
        if (!call.user().uid().isEmpty()) {
            info.put("uid", call.user().uid());
        }
        var groups = info.putArray("groups");
        call.user().groups().forEach(groups::add);
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    private static SimulatedAuthorizationAttributes attributesOf(JsonNode spec) throws SimulatedApiException {
        var resource = spec.path("resourceAttributes");
        var path = spec.path("nonResourceAttributes");
        if (resource.isObject() == path.isObject()) {
            throw SimulatedApiException.invalid(new ErrorSubject("authorization.k8s.io", "", ""),
                    FieldViolation.invalid("spec.resourceAttributes", MissingNode.getInstance(),
                            "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
        }
        if (path.isObject()) {
            return new SimulatedAuthorizationAttributes(SimulatedStoreJsonCodec.textAt(path, "verb"), "", "", "", "",
                    "", SimulatedStoreJsonCodec.textAt(path, "path"));
        }
        return new SimulatedAuthorizationAttributes(SimulatedStoreJsonCodec.textAt(resource, "verb"),
                SimulatedStoreJsonCodec.textAt(resource, "group"), SimulatedStoreJsonCodec.textAt(resource, "resource"),
                SimulatedStoreJsonCodec.textAt(resource, "subresource"),
                SimulatedStoreJsonCodec.textAt(resource, "namespace"), SimulatedStoreJsonCodec.textAt(resource, "name"),
                "");
    }

    private static ObjectNode newReview(String kind, String apiVersion) {
        var review = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", apiVersion);
        review.putObject("metadata");
        return review;
    }
}

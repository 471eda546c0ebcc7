package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.RequiredStepPermission;

/** Client of self subject access reviews. Waits for the server. */
public final class SelfSubjectAccessReviewClient {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ApiTransportSupplier transportSupplier;

    public SelfSubjectAccessReviewClient(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    /** Returns whether the user may perform an action, as the server says. */
    public RequiredStepPermission.StepPermissionAnswer reviewAccess(RequiredStepPermission permission)
            throws ProblemException, InterruptedException {
        var review = JSON.createObjectNode().put("apiVersion", "authorization.k8s.io/v1").put("kind",
                "SelfSubjectAccessReview");
        review.putObject("spec").putObject("resourceAttributes").put("verb", permission.verb())
                .put("group", permission.group()).put("resource", permission.resource())
                .put("subresource", permission.subresource()).put("namespace", permission.namespace())
                .put("name", permission.name());
        var text = "ask whether one may " + permission.accessText();
        try {
            var status = JSON
                    .readTree(transportSupplier.transport()
                            .readText(ApiRequest.postQuery(REVIEWS, review.toString(), text)))
                    .path("status");
            return new RequiredStepPermission.StepPermissionAnswer(permission, status.path("allowed").asBoolean(false),
                    status.path("reason").asText(""));
        } catch (JsonProcessingException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, "Could not " + text + ": the answer is not JSON"), e);
        }
    }
}

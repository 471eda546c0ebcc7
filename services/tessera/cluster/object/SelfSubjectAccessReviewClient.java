package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.RequiredStepPermission;

/** Client of self subject access reviews. Waits for the server. */
public final class SelfSubjectAccessReviewClient {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ApiTransportSupplier route;

    public SelfSubjectAccessReviewClient(ApiTransportSupplier route) {
        this.route = route;
    }

    /** Returns whether the user may perform an action, as the server says. */
    public RequiredStepPermission.StepPermissionAnswer reviewAccess(RequiredStepPermission access)
            throws ProblemException, InterruptedException {
        var review = JSON.createObjectNode().put("apiVersion", "authorization.k8s.io/v1").put("kind",
                "SelfSubjectAccessReview");
        review.putObject("spec").putObject("resourceAttributes").put("verb", access.verb())
                .put("group", access.group()).put("resource", access.resource())
                .put("subresource", access.subresource()).put("namespace", access.namespace())
                .put("name", access.name());
        var text = "ask whether one may " + access.accessText();
        try {
            var status = JSON
                    .readTree(route.transport().readText(ApiRequest.postQuery(REVIEWS, review.toString(), text)))
                    .path("status");
            return new RequiredStepPermission.StepPermissionAnswer(access, status.path("allowed").asBoolean(false),
                    status.path("reason").asText(""));
        } catch (JsonProcessingException e) {
            throw new ProblemException(
                    Problem.of(ProblemKind.GARBLED, "Could not " + text + ": the answer is not JSON"), e);
        }
    }
}

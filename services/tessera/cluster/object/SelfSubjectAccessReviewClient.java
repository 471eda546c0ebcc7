package tessera.cluster.object;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import java.util.Objects;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.text.MessageCatalog;

/** Client of self subject access reviews. Waits for the server. */
public final class SelfSubjectAccessReviewClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SelfSubjectAccessReviewClient.class);

    private final ApiTransportSupplier transportSupplier;

    public SelfSubjectAccessReviewClient(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    /** Returns whether the user may perform an action, as the server says. */
    public RequiredPermission.PermissionAnswer reviewAccess(RequiredPermission permission)
            throws ProblemException, InterruptedException {
        var review = new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes()
                .withVerb(permission.verb()).withGroup(permission.group()).withResource(permission.resource())
                .withSubresource(permission.subresource()).withNamespace(permission.namespace())
                .withName(permission.name()).endResourceAttributes().endSpec().build();
        var status = transportSupplier.transport()
                .ask(MESSAGES.text("review", permission.accessText()), client -> client.resource(review).create())
                .getStatus();
        return new RequiredPermission.PermissionAnswer(permission,
                status != null && Boolean.TRUE.equals(status.getAllowed()),
                status == null ? "" : Objects.requireNonNullElse(status.getReason(), ""));
    }
}

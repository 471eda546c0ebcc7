package tessera.scheduling;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ObjectRef;
import tessera.model.ResourceClaim;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;

/** The deletion of claims that no pod uses. */
public final class UnusedResourceClaimRemedyFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnusedResourceClaimRemedyFactory.class);

    private UnusedResourceClaimRemedyFactory() {}

    /** Suggests it for one whose devices others could have. */
    public static SchedulingRemedy suggestDeletion(ResourceClaimSummary claim, String version) {
        return suggestDeletion(List.of(claim), version, "");
    }

    /**
     * Suggests it for some.
     *
     * @param version under which the cluster serves them, e.g. {@code resource.k8s.io/v1}
     * @param node that then takes a pod; empty for none in particular
     */
    static SchedulingRemedy suggestDeletion(List<ResourceClaimSummary> claims, String version, String node) {
        var names = claims.stream()
                .map(claimSummary -> "%s (%s)".formatted(claimSummary.claim().key(), claimSummary.allocationText()))
                .toList();
        var commands = claims.stream().map(ResourceClaimSummary::claim)
                .collect(Collectors.groupingBy(ResourceClaim::namespace, TreeMap::new,
                        Collectors.mapping(claim -> ShellWordQuoter.quote(claim.name()), Collectors.joining(" "))));
        return new SchedulingRemedy(MESSAGES.text("remedy.deleteClaims", names, node),
                commands.entrySet().stream()
                        .map(each -> ShellWordQuoter.fillCommand("kubectl -n %s delete resourceclaim ", each.getKey())
                                + each.getValue())
                        .collect(Collectors.joining("; ")),
                new SchedulingRemedyChange.DeleteObjectsAction(
                        claims.stream().map(claimSummary -> object(claimSummary, version)).toList()));
    }

    /** What would be deleted. */
    public static ObjectRef object(ResourceClaimSummary claimSummary, String version) {
        return new ObjectRef(version, "ResourceClaim", "resourceclaims", claimSummary.claim().namespace(),
                claimSummary.claim().name());
    }
}

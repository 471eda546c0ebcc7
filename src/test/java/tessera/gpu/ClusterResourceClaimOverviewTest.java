package tessera.gpu;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.model.AllocatedDevice;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ClusterDraObjects;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ServerVersion;
import tessera.model.SnapshotCollectionHealth;

import static org.assertj.core.api.Assertions.assertThat;

/** A claim counts as leaked once nobody has used it for a minute, and as looking on only where all of it does. */
class ClusterResourceClaimOverviewTest {

    private static final Instant LONG_AGO = Sample.NOW.minus(Duration.ofDays(1));
    private static final Instant JUST_NOW = Sample.NOW.minusSeconds(30);

    private static ResourceClaim claim(Instant created, @Nullable Instant allocated, String user, boolean... admin) {
        var requests = new ClaimDeviceRequest[admin.length];
        for (int at = 0; at < admin.length; at++) {
            requests[at] = new ClaimDeviceRequest("r" + at, List
                    .of(new DeviceSubRequest("r" + at, "gpu", List.of(), false, 1, admin[at], List.of(), Map.of())));
        }
        return new ResourceClaim("ml", "c", created, false, ControllerRef.NONE, false, List.of(requests), List.of(),
                new ResourceClaimAllocation(List.of(new AllocatedDevice("r0", "d", "p", "x", admin[0], "", Map.of())),
                        "", Optional.empty(), allocated),
                user.isEmpty() ? List.of() : List.of(new ResourceClaimConsumer("pods", user, "uid")));
    }

    private static ResourceClaimStatus status(ResourceClaim claim, Map<String, Instant> recent) {
        var plain = new Sample().with(Sample.node("n")).snapshot();
        var live = new SnapshotCollectionHealth.LiveCollection();
        return ClusterResourceClaimOverview.of(new ClusterSnapshot(1, Sample.NOW, plain.connection(),
                plain.nodeHealth(), plain.podHealth(), plain.podScope(), plain.nodes(), plain.unbound(), Duration.ZERO,
                new ClusterDraObjects("resource.k8s.io/v1", ServerVersion.UNKNOWN,
                        new ClusterDraObjects.DraCollectionsHealth(live, live, live, live), List.of(), List.of(),
                        List.of(claim), List.of(), recent)))
                .claims().getFirst().status();
    }

    @Test
    void aClaimThatWasJustMadeOrAllocatedOrWhosePodJustWentIsNotLeakedYet() {
        assertThat(status(claim(LONG_AGO, null, "", false), Map.of())).isEqualTo(ResourceClaimStatus.LEAKED);
        assertThat(status(claim(LONG_AGO, null, "gone", false), Map.of())).isEqualTo(ResourceClaimStatus.LEAKED);
        assertThat(status(claim(JUST_NOW, null, "", false), Map.of())).isEqualTo(ResourceClaimStatus.UNPUBLISHED);
        assertThat(status(claim(LONG_AGO, JUST_NOW, "", false), Map.of())).isEqualTo(ResourceClaimStatus.UNPUBLISHED);
        assertThat(status(claim(LONG_AGO, null, "gone", false), Map.of("ml/gone", JUST_NOW)))
                .isEqualTo(ResourceClaimStatus.UNPUBLISHED);
    }

    @Test
    void aClaimOfWhichOnlyPartLooksOnHoldsDevices() {
        assertThat(status(claim(LONG_AGO, null, "", true, true), Map.of())).isEqualTo(ResourceClaimStatus.ADMIN);
        assertThat(status(claim(LONG_AGO, null, "", false, true), Map.of())).isEqualTo(ResourceClaimStatus.LEAKED);
    }
}

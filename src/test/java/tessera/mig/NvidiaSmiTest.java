package tessera.mig;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.mig.NvidiaSmiParser.MigComputeInstance;
import tessera.mig.NvidiaSmiParser.MigGpuInstance;
import tessera.mig.NvidiaSmiParser.SmiMigDevice;
import tessera.mig.NvidiaSmiParser.SmiProfile;
import tessera.mig.NvidiaSmiParser.SmiProfilePlacements;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.mig.Cuts.profile;

class NvidiaSmiTest {

    private static final String INSTANCES = """
            +-------------------------------------------------------+
            | GPU instances:                                        |
            | GPU   Name             Profile  Instance   Placement  |
            |                          ID       ID       Start:Size |
            |=======================================================|
            |   0  MIG 1g.10gb         19       11          4:1     |
            +-------------------------------------------------------+
            |   0  MIG 3g.40gb          9        2          0:4     |
            +-------------------------------------------------------+
            |   1  MIG 1g.10gb+me      20        7          0:1     |
            +-------------------------------------------------------+
            """;

    @Test
    void gpuInstancesAreReadWithTheirPlacements() {
        var listing = NvidiaSmiParser.parseGpuInstances(INSTANCES);
        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).containsExactly(
                new MigGpuInstance(0, profile("1g.10gb"), 19, 11, new MigPlacement(4, 1)),
                new MigGpuInstance(0, profile("3g.40gb"), 9, 2, new MigPlacement(0, 4)),
                new MigGpuInstance(1, profile("1g.10gb+me"), 20, 7, new MigPlacement(0, 1)));
        var layout = new MigLayout(Cuts.H100,
                listing.rows().stream().filter(row -> row.gpu() == 0).map(MigGpuInstance::toPlacedInstance).toList());
        assertThat(layout.isLegal()).isTrue();
        assertThat(layout.sliceMap().orElseThrow().free()).containsExactly(5, 6, 7);
    }

    @Test
    void widerColumnsAndLineEndsOfWindowsDoNotMatter() {
        var listing = NvidiaSmiParser.parseGpuInstances(INSTANCES.replace("  ", "     ").replace("\n", "\r\n"));
        assertThat(listing.rows()).hasSize(3);
        assertThat(listing.unread()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "No GPU instances found", "No GPU instances found: Not Found",
        "No MIG-enabled devices found.", "\n\n"})
    void noInstancesIsAnAnswer(String text) {
        assertThat(NvidiaSmiParser.parseGpuInstances(text).rows()).isEmpty();
        assertThat(NvidiaSmiParser.parseGpuInstances(text).unread()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failed to initialize NVML: Driver/library version mismatch",
        "|   0  MIG what           19       11          4:1     |",
        "|   0  MIG 1g.10gb         19       11          4:0     |",
        "|   0  MIG 1g.10gb         19       11          99:99     |",
        "|   0  MIG 1g.10gb         99999999999       11          4:1     |", "|   0  MIG 1g.10gb  19  11 |"})
    void whatIsNotUnderstoodIsHandedBack(String line) {
        var listing = NvidiaSmiParser.parseGpuInstances(INSTANCES + line + "\n");
        assertThat(listing.rows()).hasSize(3);
        assertThat(listing.unread()).containsExactly(line);
    }

    @Test
    void computeInstancesAreReadWithAndWithoutPlacements() {
        var listing = NvidiaSmiParser.parseComputeInstances("""
                +--------------------------------------------------------------------+
                | Compute instances:                                                 |
                | GPU     GPU       Name             Profile   Instance   Placement  |
                |       Instance                       ID        ID       Start:Size |
                |         ID                                                         |
                |====================================================================|
                |   0      2       MIG 3g.40gb          2         0          0:3     |
                +--------------------------------------------------------------------+
                |   0      1       MIG 1c.3g.40gb       0         1          1:1     |
                +--------------------------------------------------------------------+
                |   1     11       MIG 1g.10gb          0         0                  |
                +--------------------------------------------------------------------+
                """);
        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).containsExactly(
                new MigComputeInstance(0, 2, profile("3g.40gb"), 2, 0, Optional.of(new MigPlacement(0, 3))),
                new MigComputeInstance(0, 1, profile("1c.3g.40gb"), 0, 1, Optional.of(new MigPlacement(1, 1))),
                new MigComputeInstance(1, 11, profile("1g.10gb"), 0, 0, Optional.empty()));
    }

    @Test
    void devicesAreReadUnderTheirGpu() {
        var listing = NvidiaSmiParser.parseGpus("""
                GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-6b0e2f4a-1c39-4d0e-8a57-90c1f2d3e4b5)
                  MIG 3g.40gb     Device  0: (UUID: MIG-0f3c1b2a-5d6e-5f70-8a91-b2c3d4e5f607)
                  MIG 1g.10gb     Device  1: (UUID: MIG-GPU-6b0e2f4a-1c39-4d0e-8a57-90c1f2d3e4b5/11/0)
                GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-77aa88bb-99cc-4ddd-8eee-ff0011223344)
                Unable to determine the device handle for gpu 0000:0F:00.0: Unknown Error
                """);
        assertThat(listing.rows()).hasSize(2);
        var first = listing.rows().getFirst();
        assertThat(first.uuid()).isEqualTo("GPU-6b0e2f4a-1c39-4d0e-8a57-90c1f2d3e4b5");
        assertThat(Cuts.PRODUCTS.findByModel(first.model())).contains(Cuts.H100);
        assertThat(first.devices()).containsExactly(
                new SmiMigDevice(profile("3g.40gb"), 0, "MIG-0f3c1b2a-5d6e-5f70-8a91-b2c3d4e5f607"),
                new SmiMigDevice(profile("1g.10gb"), 1, "MIG-GPU-6b0e2f4a-1c39-4d0e-8a57-90c1f2d3e4b5/11/0"));
        assertThat(listing.rows().getLast().index()).isEqualTo(1);
        assertThat(listing.rows().getLast().devices()).isEmpty();
        assertThat(listing.unread())
                .containsExactly("Unable to determine the device handle for gpu 0000:0F:00.0: Unknown Error");
    }

    @Test
    void offersTellHowManyMoreFit() {
        var listing = NvidiaSmiParser.parseProfiles("""
                +-------------------------------------------------------------------------------+
                | GPU instance profiles:                                                        |
                | GPU   Name               ID    Instances   Memory     P2P    SM    DEC   ENC  |
                |                                Free/Total   GiB              CE    JPEG  OFA  |
                |===============================================================================|
                |   0  MIG 1g.10gb         19     5/7        9.75       No     16     1     0   |
                |                                                               1     1     0   |
                +-------------------------------------------------------------------------------+
                |   0  MIG 7g.80gb          0     0/1        79.25      No     132    7     0   |
                |                                                               8     7     1   |
                +-------------------------------------------------------------------------------+
                """);
        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).containsExactly(new SmiProfile(0, profile("1g.10gb"), 19, 5, 7, 9.75, 16),
                new SmiProfile(0, profile("7g.80gb"), 0, 0, 1, 79.25, 132));
    }

    @Test
    void choicesAgreeWithTheCatalogue() {
        var listing = NvidiaSmiParser.parsePlacements("""
                GPU  0 Profile ID 19 Placements: {0,1,2,3,4,5,6}:1
                GPU  0 Profile ID 15 Placements: {0,2,4,6}:2
                GPU  0 Profile ID 14 Placements: {0,2,4}:2
                GPU  0 Profile ID  9 Placements: {0,4}:4
                GPU  0 Profile ID  5 Placement : {0}:4
                GPU  0 Profile ID  0 Placement : {0}:8
                GPU  0 Profile ID  0 Placement : {99999999999}:8
                """);
        assertThat(listing.unread()).containsExactly("GPU  0 Profile ID  0 Placement : {99999999999}:8");
        assertThat(listing.rows()).hasSize(6);
        for (SmiProfilePlacements choices : listing.rows()) {
            assertThat(Cuts.H100.findProfileById(choices.profileId()).orElseThrow().placements())
                    .isEqualTo(choices.placements());
        }
    }
}

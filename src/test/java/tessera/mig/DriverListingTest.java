package tessera.mig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a driver (580.159.04) says that a GPU offers, beside what the program knows of the product. */
class DriverListingTest {

    @ParameterizedTest
    @ValueSource(strings = {"h100-80gb", "h200-141gb"})
    void theProfilesOfAProductAreThoseItsDriverOffers(String product) throws IOException {
        var listing = NvidiaSmiParser.parseProfiles(said("offers-" + product));

        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).as("on an empty GPU")
                .allMatch(smiProfile -> smiProfile.free() == smiProfile.maxInstances());
        assertThat(listing.rows())
                .extracting(smiProfile -> "%d %s most %d, %d SMs".formatted(smiProfile.profileId(),
                        smiProfile.profile(), smiProfile.maxInstances(), smiProfile.multiprocessors()))
                .containsExactlyInAnyOrderElementsOf(Cuts.product(product).profiles().stream()
                        .map(profile -> "%d %s most %d, %d SMs".formatted(profile.id().orElseThrow(), profile.profile(),
                                profile.maxInstances(), profile.multiprocessors().orElseThrow()))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"h100-80gb", "h200-141gb"})
    void anInstanceMayLieWhereItsDriverSays(String product) throws IOException {
        var listing = NvidiaSmiParser.parsePlacements(said("placements-" + product));

        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).hasSameSizeAs(Cuts.product(product).profiles())
                .allSatisfy(choices -> assertThat(Cuts.product(product).profiles())
                        .filteredOn(profile -> profile.id().orElseThrow() == choices.profileId()).singleElement()
                        .satisfies(profile -> assertThat(profile.placements()).isEqualTo(choices.placements())));
    }

    private static String said(String name) throws IOException {
        try (var file = Objects.requireNonNull(DriverListingTest.class.getResourceAsStream(name + ".txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

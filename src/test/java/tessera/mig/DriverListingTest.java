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
        assertThat(listing.rows()).as("on an empty GPU").allMatch(offer -> offer.free() == offer.most());
        assertThat(listing.rows()).extracting(offer -> "%d %s most %d, %d SMs".formatted(offer.profileId(),
                offer.profile(), offer.most(), offer.multiprocessors()))
                .containsExactlyInAnyOrderElementsOf(Cuts.product(product).profiles().stream()
                        .map(known -> "%d %s most %d, %d SMs".formatted(known.id().orElseThrow(), known.profile(),
                                known.most(), known.multiprocessors().orElseThrow()))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"h100-80gb", "h200-141gb"})
    void anInstanceMayLieWhereItsDriverSays(String product) throws IOException {
        var listing = NvidiaSmiParser.parsePlacements(said("placements-" + product));

        assertThat(listing.unread()).isEmpty();
        assertThat(listing.rows()).hasSameSizeAs(Cuts.product(product).profiles()).allSatisfy(
                choices -> assertThat(Cuts.product(product).profiles())
                        .filteredOn(known -> known.id().orElseThrow() == choices.profileId()).singleElement()
                        .satisfies(known -> assertThat(known.placements()).isEqualTo(choices.placements())));
    }

    private static String said(String name) throws IOException {
        try (var file = Objects.requireNonNull(DriverListingTest.class.getResourceAsStream(name + ".txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package tessera.demo.api.contract;

/** Watches: events, bookmarks, selectors, the ends they come to. */
class WatchContractTest extends ReplayTest {

    WatchContractTest() {
        super("03-watch");
    }
}
